#include "apps/stats/part.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

// To be counted up when parts mean something else.
constexpr int part_version = 1;

[[noreturn]] void refuse(const Wording& what) { throw Error(Error::Kind::input, "", what); }

// Runs of counts: [first, n, n, n].
Json runs_json(const std::vector<std::uint64_t>& counts) {
    Json runs = Json::array();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        Json run = Json::array({i});
        for (; i < counts.size() && counts[i] != 0; ++i) run.push_back(counts[i]);
        runs.push_back(std::move(run));
    }
    return runs;
}

std::vector<std::uint64_t> counts_of(const Json& runs, std::size_t bins) {
    std::vector<std::uint64_t> counts(bins);
    for (const Json& run : runs) {
        const auto first = run.at(0).get<std::size_t>();
        if (first >= bins || run.size() - 1 > bins - first)
            refuse("is damaged: it counts values that do not exist");
        for (std::size_t i = 1; i < run.size(); ++i) counts[first + i - 1] = run.at(i).get<std::uint64_t>();
    }
    return counts;
}

// JSON has no number for infinities.
Json number_json(double v) { return std::isfinite(v) ? Json(v) : Json(number_text(v)); }
double real_of(const Json& json) {
    if (!json.is_string()) return json.get<double>();
    if (const auto v = number_from(json.get<std::string>())) return *v;
    refuse("is damaged: " + json.dump() + " is no number");
}

Int128 integer_of(const Json& json) {
    if (json.is_number_unsigned()) return json.get<std::uint64_t>();
    if (!json.is_string()) return json.get<std::int64_t>();
    const auto text = json.get<std::string>();
    const bool negative = text.starts_with('-');
    const std::string digits = text.substr(negative ? 1 : 0);
    constexpr std::size_t most_digits = 38;  // 127 bits hold them
    if (digits.empty() || digits.size() > most_digits ||
        digits.find_first_not_of("0123456789") != digits.npos)
        refuse("is damaged: " + json.dump() + " is no integer");
    Int128 value = 0;
    for (const char c : digits) value = value * 10 + (c - '0');
    return negative ? -value : value;
}

Json terms_json(const ExactSum& sum) {
    Json terms = Json::array();
    for (const double term : sum.terms()) terms.push_back(number_json(term));
    return terms;
}

ExactSum sum_of(const Json& terms) {
    ExactSum sum;
    for (const Json& term : terms) sum.add(real_of(term));
    return sum;
}

Json channel_json(const PooledChannel& channel) {
    Json json = {{"name", channel.statistics.name}};
    if (!channel.statistics.exact()) {
        json["sum"] = terms_json(channel.sum);
        json["sum_sq"] = terms_json(channel.sum_sq);
    }
    if (const auto& d = channel.statistics.distribution) {
        if (!d->histogram.empty()) json["range"] = {d->low, d->high};
        if (!d->counts.empty()) {
            json["keys"] = {{"reals", d->keys.reals}, {"bits", d->keys.bits}, {"lowest", d->keys.lowest}};
            json["counts"] = runs_json(d->counts);
        }
    }
    return json;
}

Distribution distribution_of(const Json& shown, const Json& kept, const Wanted& wanted) {
    Distribution d;
    if (kept.contains("range")) {
        d.low = kept.at("range").at(0).get<double>();
        d.high = kept.at("range").at(1).get<double>();
        d.histogram = shown.at("histogram").get<std::vector<std::uint64_t>>();
    }
    if (kept.contains("counts")) {
        const Json& keys = kept.at("keys");
        d.keys = {keys.at("reals").get<bool>(), keys.at("bits").get<std::size_t>(),
                  keys.at("lowest").get<double>()};
        constexpr std::array<std::size_t, 4> all_bits{8, 16, 32, 64};
        if (std::find(all_bits.begin(), all_bits.end(), d.keys.bits) == all_bits.end())
            refuse("is damaged: no keys have " + std::to_string(d.keys.bits) + " bits");
        d.counts = counts_of(kept.at("counts"), std::size_t{1} << d.keys.first_bits());
    }
    // Those of complete keys follow from the counts when parts are pooled, others from another look.
    d.percentiles.assign(wanted.percentiles.size(), std::numeric_limits<double>::quiet_NaN());
    if (d.keys.complete() && !d.counts.empty()) put_percentiles(d, wanted);
    return d;
}

PooledChannel channel_of(const Json& shown, const Json& kept, const Wanted& wanted) {
    const bool exact = !kept.contains("sum");
    PooledChannel channel{empty_channel(shown.at("name").get<std::string>(), exact), {}, {}};
    Table& numbers = channel.statistics.numbers;
    for (const char* field : {"count", "nonzero", "nan", "inf"})
        put(numbers, field, integer_of(shown.at(field)));
    for (const char* field : {"min", "max"}) {
        if (shown.at(field).is_null()) continue;
        if (exact)
            put(numbers, field, integer_of(shown.at(field)));
        else
            numbers.set(field, 0, 0, 0, real_of(shown.at(field)));
    }
    if (exact) {
        for (const char* field : {"sum", "sum_sq"}) put(numbers, field, integer_of(shown.at(field)));
    } else {
        channel.sum = sum_of(kept.at("sum"));
        channel.sum_sq = sum_of(kept.at("sum_sq"));
        numbers.set("sum", 0, 0, 0, channel.sum.pair());
        numbers.set("sum_sq", 0, 0, 0, channel.sum_sq.pair());
    }
    if (wanted.any()) channel.statistics.distribution = distribution_of(shown, kept, wanted);
    return channel;
}

}  // namespace

std::string fingerprint(const Json& options) {
    Hash hash;
    const nlohmann::json sorted = options;  // the order of its names means nothing
    hash.add(sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return hash.text();
}

Json part_json(const PartInfo& part, const DataSet& set) {
    Json channels = Json::array();
    for (const PooledChannel& channel : set.channels) channels.push_back(channel_json(channel));
    Json json = {
        {"version", part_version}, {"options", part.options}, {"fingerprint", fingerprint(part.options)}};
    json["shards"] =
        part.shards ? Json({{"of", part.shards->of}, {"indices", part.shards->indices}}) : Json(nullptr);
    const bool one = set.types.size() == 1;
    json["pixel"] = one ? Json(set.types.begin()->pixel) : Json(nullptr);
    json["white"] = one ? Json(set.types.begin()->white) : Json(nullptr);
    json["channels"] = std::move(channels);
    return json;
}

PartInfo part_of(const Json& file) {
    if (!file.contains("part"))
        refuse("cannot be merged, because it does not describe a data set; write it with " +
               Remedy{"dataset", true, "stats"});
    const Json& part = file.at("part");
    if (const Json& version = part.at("version"); version != part_version)
        refuse("is of version " + version.dump() + "; this program merges files of version " +
               std::to_string(part_version));
    PartInfo info{part.at("options"), {}};
    if (part.at("fingerprint") != fingerprint(info.options))
        refuse("was changed: its fingerprint is not that of its options");
    if (const Json& shards = part.at("shards"); !shards.is_null()) {
        info.shards = {shards.at("of").get<std::size_t>(), shards.at("indices").get<std::set<std::size_t>>()};
        if (info.shards->indices.empty() || *info.shards->indices.rbegin() >= info.shards->of)
            refuse("has shards that do not exist");
    }
    return info;
}

DataSet data_set_of(const Json& file, const Wanted& wanted) {
    DataSet set;
    const Json &shown = file.at("dataset").at("statistics"), &kept = file.at("part").at("channels");
    for (std::size_t c = 0; c < shown.size(); ++c)
        set.channels.push_back(channel_of(shown.at(c), kept.at(c), wanted));
    for (const Json& image : file.at("files")) {
        if (!image.at("error").is_null()) continue;
        ++set.count;
        set.types.insert({image.at("pixel").get<std::string>(), image.at("white").get<double>()});
    }
    if (set.count != file.at("dataset").at("count")) refuse("was changed: its number of files is another");
    return set;
}

}  // namespace sluice::apps
