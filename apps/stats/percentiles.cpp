#include "apps/stats/percentiles.hpp"

#include "apps/stats/refine.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace sluice::apps {
namespace {

constexpr std::size_t bins_of_digit = std::size_t{1} << DigitSearch::digit_bits;

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

WantedDigits prefixes_of(const Searches& searches) {
    WantedDigits prefixes;
    for (const auto& [name, search] : searches)
        if (!search.over()) prefixes.emplace(name, search.prefixes());
    return prefixes;
}

std::vector<std::string> paths_with(const std::vector<MeasuredFile>& files, const WantedDigits& wanted) {
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

}  // namespace

std::optional<DigitCounts> count_digit(
    const std::vector<std::string>& paths, const WantedDigits& wanted, std::size_t digit,
    const StatsRequest& request, const Registry& stages, const Device& device, StatsWatcher& watcher,
    const std::function<void(const std::string& path, const Wording& why)>& unreadable) {
    Refiner refiner(device, request.storage, request.grouping, wanted, digit);
    watcher.reads_again(paths.size());
    DecodeAhead decoder(paths, stages, request.reading, request.memory);
    while (std::optional<Decoded> file = decoder.next()) {
        if (watcher.stops()) return std::nullopt;
        if (file->image)
            refiner.add(file->image->view());
        else
            unreadable(file->path, file->error);
        watcher.read_again(file->path);
    }
    DigitCounts counts;
    for (const auto& [name, prefixes] : wanted) counts.emplace(name, refiner.counts(name));
    return counts;
}

bool find_percentiles(DataSet& set, const StatsRequest& request, const CountDigit& count) {
    Searches searches = searches_in(set, request.wanted);
    for (std::size_t digit = 1; !request.approximate; ++digit) {
        const WantedDigits wanted = prefixes_of(searches);
        if (wanted.empty()) break;
        const std::optional<DigitCounts> counts = count(wanted, digit);
        if (!counts) return false;
        for (const auto& [name, prefixes] : wanted)
            if (const auto found = counts->find(name);
                found == counts->end() || found->second.size() != prefixes.size() * bins_of_digit ||
                !searches.at(name).take(found->second))
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

bool find_percentiles(DataSet& set, const std::vector<MeasuredFile>& files, const StatsRequest& request,
                      const Registry& stages, const std::function<Device()>& device, StatsWatcher& watcher) {
    return find_percentiles(set, request, [&](const WantedDigits& wanted, std::size_t digit) {
        return count_digit(paths_with(files, wanted), wanted, digit, request, stages, device(), watcher,
                           [](const std::string& path, const Wording& why) {
                               throw Error(Error::Kind::input, path,
                                           "cannot be read again for exact percentiles: " + why + remedy());
                           });
    });
}

}  // namespace sluice::apps
