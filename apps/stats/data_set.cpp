#include "apps/stats/data_set.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/statistics.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

namespace sluice::apps {
namespace {

PooledChannel pooled(const ChannelStatistics& channel) {
    PooledChannel result{channel, {}, {}};
    if (channel.exact()) return result;
    for (const auto& [field, sum] : {std::pair("sum", &result.sum), std::pair("sum_sq", &result.sum_sq)}) {
        const Pair value = channel.numbers.pair(field);
        sum->add(value.high);
        sum->add(value.low);
    }
    return result;
}

void make_real(PooledChannel& channel) {
    Table& numbers = channel.statistics.numbers;
    channel.sum.add(numbers.integer("sum"));
    channel.sum_sq.add(numbers.integer("sum_sq"));
    numbers = as_reals(numbers);
}

void pool_extremes(Table& a, const Table& b, bool exact) {
    const bool a_empty = a.integer("count") == 0;
    if (b.integer("count") == 0) return;  // the minimum of no value is no number
    for (const bool least : {true, false}) {
        const char* field = least ? "min" : "max";
        const auto join = [&](auto x, auto y) { return a_empty || (least ? y < x : x < y) ? y : x; };
        if (exact)
            put(a, field, join(a.integer(field), b.integer(field)));
        else
            a.set(field, 0, 0, 0, join(a.pair(field), b.pair(field)));
    }
}

void pool(PooledChannel& into, PooledChannel other, const Wanted& wanted) {
    const bool exact = into.statistics.exact() && other.statistics.exact();
    if (!exact)
        for (PooledChannel* channel : {&into, &other})
            if (channel->statistics.exact()) make_real(*channel);
    Table& a = into.statistics.numbers;
    const Table& b = other.statistics.numbers;
    pool_extremes(a, b, exact);
    for (const char* name : {"count", "nonzero", "nan", "inf"})
        put(a, name, a.integer(name) + b.integer(name));
    if (exact) {
        for (const char* name : {"sum", "sum_sq"}) put(a, name, a.integer(name) + b.integer(name));
    } else {
        into.sum.add(other.sum);
        into.sum_sq.add(other.sum_sq);
        a.set("sum", 0, 0, 0, into.sum.pair());
        a.set("sum_sq", 0, 0, 0, into.sum_sq.pair());
    }
    if (into.statistics.distribution && other.statistics.distribution)
        pool(*into.statistics.distribution, *other.statistics.distribution, wanted);
}

// Where a channel stands, whatever file came first.
std::tuple<std::size_t, std::string> place_of(const PooledChannel& channel) {
    constexpr std::string_view usual = "YRGBA";
    const std::string& name = channel.statistics.name;
    return {name.size() == 1 ? std::min(usual.find(name), usual.size()) : usual.size(), name};
}

void add(DataSet& set, PooledChannel channel, const Wanted& wanted) {
    const auto at = std::lower_bound(
        set.channels.begin(), set.channels.end(), channel,
        [](const PooledChannel& a, const PooledChannel& b) { return place_of(a) < place_of(b); });
    if (at != set.channels.end() && at->statistics.name == channel.statistics.name)
        pool(*at, std::move(channel), wanted);
    else
        set.channels.insert(at, std::move(channel));
}

}  // namespace

void add(DataSet& set, const FileStatistics& file, const Wanted& wanted) {
    if (!file.format) return;
    ++set.count;
    set.types.insert({std::string(name(file.format->pixel)), file.format->white_value()});
    for (const ChannelStatistics& channel : file.channels) add(set, pooled(channel), wanted);
}

void add(DataSet& set, const DataSet& other, const Wanted& wanted) {
    set.count += other.count;
    set.types.insert(other.types.begin(), other.types.end());
    for (const PooledChannel& channel : other.channels) add(set, channel, wanted);
}

StatisticsFile statistics_file(const DataSet& set, const Wanted& wanted) {
    if (set.mixed())
        throw Error(Error::Kind::input, "",
                    "its images have several pixel types, which have no range in common");
    const auto number = [](double v) { return std::isfinite(v) ? std::optional(v) : std::nullopt; };
    StatisticsFile file;
    file.pixel = set.types.begin()->pixel;
    file.white = set.types.begin()->white;
    for (const PooledChannel& channel : set.channels) {
        const Table& numbers = channel.statistics.numbers;
        if (channel.statistics.name == "A") continue;
        StatisticsFile::Group& group = file.groups.emplace_back();
        group.name = channel.statistics.name;
        if (numbers.integer("count") > 0) {
            group.min = number(numbers.real("min"));
            group.max = number(numbers.real("max"));
        }
        group.mean = number(mean(numbers));
        group.std = number(standard_deviation(numbers));
        for (std::size_t i = 0; i < wanted.percentiles.size(); ++i)
            if (const auto v = number(channel.statistics.distribution->percentiles[i]))
                group.percentiles.push_back({wanted.percentiles[i], *v});
    }
    return file;
}

std::vector<std::string> warnings_about(const DataSet& set, const Wanted& wanted) {
    std::vector<std::string> warnings;
    if (set.mixed())
        warnings.emplace_back(
            "the data set mixes pixel types; values are pooled unscaled, although white is 255 at 8 bits "
            "and 65535 at 16 bits");
    for (const PooledChannel& channel : set.channels) {
        if (wanted.percentiles.empty()) continue;
        const std::string& name = channel.statistics.name;
        if (channel.statistics.distribution->counts.empty())
            warnings.push_back("the data set has no percentiles of " + name +
                               ", because its files have values of several types");
        if (!channel.errors.empty())
            warnings.push_back("the percentiles of " + name +
                               " in the data set are approximate: no value is "
                               "farther off than " +
                               number_text(*std::max_element(channel.errors.begin(), channel.errors.end())));
    }
    return warnings;
}

}  // namespace sluice::apps
