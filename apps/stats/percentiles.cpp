#include "apps/stats/percentiles.hpp"

#include "apps/stats/digit_search.hpp"
#include "apps/stats/refine.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace sluice::apps {
namespace {

using Searches = std::map<std::string, DigitSearch>;

Searches searches_in(const DataSet& set, const Wanted& wanted) {
    Searches searches;
    if (wanted.percentiles.empty()) return searches;
    for (const PooledChannel& channel : set.channels) {
        const Distribution& d = *channel.statistics.distribution;
        if (!d.keys.complete() && !d.counts.empty())
            searches.emplace(channel.statistics.name, DigitSearch(d, wanted.percentiles));
    }
    return searches;
}

std::map<std::string, Prefixes> prefixes_of(const Searches& searches) {
    std::map<std::string, Prefixes> prefixes;
    for (const auto& [name, search] : searches)
        if (!search.over()) prefixes.emplace(name, search.prefixes());
    return prefixes;
}

std::vector<std::string> paths_with(const std::vector<MeasuredFile>& files,
                                    const std::map<std::string, Prefixes>& wanted) {
    std::vector<std::string> paths;
    for (const MeasuredFile& file : files)
        if (std::any_of(file.channels.begin(), file.channels.end(),
                        [&](const std::string& channel) { return wanted.count(channel) > 0; }))
            paths.push_back(file.path);
    return paths;
}

Wording remedy() {
    return "; " + Remedy{"approximate", true, "stats"} + " does not need the files, and states its error";
}

// One more digit. False where the watcher stopped it.
bool look_again(Refiner& refiner, const std::vector<std::string>& paths, const StatsRequest& request,
                const Registry& stages, StatsWatcher& watcher) {
    watcher.reads_again(paths.size());
    DecodeAhead decoder(paths, stages, request.reading, request.memory);
    while (std::optional<Decoded> file = decoder.next()) {
        if (watcher.stops()) return false;
        if (!file->image)
            throw Error(Error::Kind::input, file->path,
                        "cannot be read again for exact percentiles: " + file->error + remedy());
        refiner.add(file->image->view());
        watcher.read_again(file->path);
    }
    return true;
}

}  // namespace

bool find_percentiles(DataSet& set, const std::vector<MeasuredFile>& files, const StatsRequest& request,
                      const Registry& stages, const std::function<Device()>& device, StatsWatcher& watcher) {
    Searches searches = searches_in(set, request.wanted);
    for (std::size_t digit = 1; !request.approximate; ++digit) {
        const std::map<std::string, Prefixes> wanted = prefixes_of(searches);
        if (wanted.empty()) break;
        Refiner refiner(device(), request.storage, request.grouping, wanted, digit);
        if (!look_again(refiner, paths_with(files, wanted), request, stages, watcher)) return false;
        for (const auto& [name, prefixes] : wanted)
            if (!searches.at(name).take(refiner.counts(name)))
                throw Error(Error::Kind::input, "",
                            "the files have other values of " + name +
                                " than before, so percentiles cannot be exact; measure them again" +
                                remedy());
    }
    for (PooledChannel& channel : set.channels) {
        const auto search = searches.find(channel.statistics.name);
        if (search == searches.end()) continue;
        channel.statistics.distribution->percentiles = search->second.percentiles();
        if (!search->second.over()) channel.errors = search->second.errors();
    }
    return true;
}

}  // namespace sluice::apps
