#include "apps/stats/merge.hpp"

#include "io/parse_file.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace sluice::apps {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 32;

[[noreturn]] void refuse(const std::string& path, const Wording& what) {
    throw Error(Error::Kind::input, path, what);
}

struct LoadedPart {
    std::string path;
    Json file;
    PartInfo info;
};

LoadedPart load(const std::string& path) {
    return parse_file(path, most_bytes, [&](std::string_view text) {
        try {
            LoadedPart part{path, Json::parse(text), {}};
            part.info = part_of(part.file);
            return part;
        } catch (const Json::exception&) {
            throw Error(Error::Kind::input, "",
                        "is not what '" + Remedy{"json", "FILE", "stats"} + "' writes");
        }
    });
}

// The first option in which both differ.
void expect_same_options(const LoadedPart& part, const LoadedPart& first) {
    for (const auto& [name, value] : first.info.options.items()) {
        const auto other = part.info.options.find(name);
        if (other != part.info.options.end() && *other == value) continue;
        refuse(part.path, "was measured with " + name + " " +
                              (other == part.info.options.end() ? "unset" : other->dump()) + ", and " +
                              in_quotes(first.path) + " with " + value.dump());
    }
    if (part.info.options != first.info.options)
        refuse(part.path, "was measured with other options than " + in_quotes(first.path));
}

class Merger {
public:
    Merger(MergedParts& merged, const Wanted& wanted) : merged_(merged), wanted_(wanted) {}

    void take(LoadedPart& part) {
        take_shards(part);
        take_devices(part.file.at("device"));
        add(merged_.set, data_set_of(part.file, wanted_), wanted_);
        for (Json& file : part.file.at("files")) take_file(file, part.path);
    }

    // In the order of paths.
    void finish() {
        for (auto& [path, taken] : files_) {
            Json& file = taken.first;
            if (file.at("error").is_null()) {
                MeasuredFile& measured = merged_.measured.emplace_back();
                measured.path = path;
                for (const Json& channel : file.at("statistics"))
                    measured.channels.push_back(channel.at("name").get<std::string>());
            }
            merged_.files.push_back(std::move(file));
        }
    }

private:
    void take_shards(const LoadedPart& part) {
        const auto& shards = part.info.shards;
        if (first_.empty()) {
            first_ = part.path;
            if (shards) merged_.part.shards = {shards->of, {}};
        }
        if (shards.has_value() != merged_.part.shards.has_value() ||
            (shards && shards->of != merged_.part.shards->of))
            refuse(part.path, "is of " + number_of(shards) + ", and " + in_quotes(first_) + " of " +
                                  number_of(merged_.part.shards));
        if (!shards) return;
        for (const std::size_t index : shards->indices) {
            if (!merged_.part.shards->indices.insert(index).second)
                refuse(part.path, "has shard " + Shard{index, shards->of}.text() + ", which " +
                                      in_quotes(shard_in_.at(index)) + " has, too");
            shard_in_[index] = part.path;
        }
    }
    static std::string number_of(const std::optional<Shards>& shards) {
        return shards ? std::to_string(shards->of) + " shards" : std::string("no shards");
    }

    void take_devices(const Json& devices) {
        if (devices.is_string())
            merged_.devices.insert(devices.get<std::string>());
        else
            for (const Json& device : devices) merged_.devices.insert(device.get<std::string>());
    }

    void take_file(Json& file, const std::string& part) {
        const std::string path = path_in(file);
        const auto [at, is_new] = files_.try_emplace(path, std::move(file), part);
        if (!is_new)
            refuse(part, "has the statistics of " + in_quotes(path) + ", which " +
                             in_quotes(at->second.second) + " has, too");
    }

    MergedParts& merged_;
    const Wanted& wanted_;
    std::string first_;
    std::map<std::string, std::pair<Json, std::string>> files_;  // with the part that has it
    std::map<std::size_t, std::string> shard_in_;
};

void expect_complete(MergedParts& merged, const std::string& first) {
    std::optional<Shards>& shards = merged.part.shards;
    if (!shards) return;
    if (shards->complete()) return shards.reset();  // as if all files had been measured at once
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < shards->of; ++i)
        if (shards->indices.count(i) == 0) missing.push_back(Shard{i, shards->of}.text());
    constexpr std::size_t most_names = 10;
    const std::size_t more = missing.size() - std::min(missing.size(), most_names);
    missing.resize(missing.size() - more);
    refuse(first, "is not merged, because shards are missing: " + listed(missing) +
                      (more > 0 ? " and " + std::to_string(more) + " more" : "") + "; " +
                      Remedy{"partial", true, "stats"} + " merges those that are there");
}

}  // namespace

StatsRequest request_of(const Caller& caller, const Json& options) {
    StatsExtras extras;
    extras.dataset = true;
    extras.group = options.at("group").get<std::string>();
    extras.alpha = options.at("alpha").get<std::string>();
    extras.percentiles = options.at("percentiles").get<std::vector<double>>();
    extras.histogram = options.at("histogram").get<std::size_t>();
    extras.outliers = options.at("outliers").get<bool>();
    Values load;
    for (const auto& [name, value] : options.at("load").items()) load[name] = value.get<std::string>();
    return stats_request(caller, extras, {}, load);
}

MergedParts merge_parts(const Caller& caller, const std::vector<std::string>& paths, bool partial) {
    MergedParts merged;
    std::optional<LoadedPart> first;
    std::optional<Wanted> wanted;
    std::optional<Merger> merger;
    for (const std::string& path : paths) {
        LoadedPart part = load(path);
        try {
            if (!first) {
                merged.part.options = part.info.options;
                wanted = request_of(caller, part.info.options).wanted;
                merger.emplace(merged, *wanted);
                first = {part.path, {}, part.info};
            }
            expect_same_options(part, *first);
            merger->take(part);
        } catch (const Json::exception&) {
            refuse(path, "is damaged: something is missing that belongs to a part");
        } catch (const Error& error) {
            if (!error.where().empty()) throw;
            refuse(path, error.message());
        }
    }
    merger->finish();
    if (!partial || (merged.part.shards && merged.part.shards->complete()))
        expect_complete(merged, first->path);
    return merged;
}

Json devices_json(const std::set<std::string>& devices) {
    if (devices.size() == 1) return *devices.begin();
    return devices;
}

}  // namespace sluice::apps
