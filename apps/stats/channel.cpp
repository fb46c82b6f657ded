#include "apps/stats/channel.hpp"

#include "pipeline/core/pair.hpp"

#include <array>
#include <cstring>

namespace sluice::apps {
namespace {

constexpr std::array counts{"count", "nonzero", "nan", "inf"};
constexpr std::array values{"min", "max", "sum", "sum_sq"};

bool whole_values(const Table& table) { return !is_real(table.layout().find("sum")->type); }

TableLayout wide_layout(const std::string& channel, bool exact) {
    TableLayout layout;
    layout.channels = {channel};
    for (const char* name : counts) layout.fields.push_back({name, FieldType::u128});
    for (const char* name : values)
        layout.fields.push_back({name, exact ? FieldType::u128 : FieldType::f64x2});
    return layout;
}

}  // namespace

bool ChannelStatistics::exact() const { return whole_values(numbers); }

void put(Table& numbers, const std::string& field, Int128 value) {
    std::memcpy(numbers.data() + numbers.layout().offset(*numbers.layout().find(field)), &value,
                sizeof value);
}

Table as_reals(const Table& numbers) {
    if (!whole_values(numbers)) return numbers;
    Table reals(wide_layout(numbers.layout().channels[0], false));
    for (const char* name : counts) put(reals, name, numbers.integer(name));
    for (const char* name : values) reals.set(name, 0, 0, 0, pair_of(numbers.integer(name)));
    return reals;
}

ChannelStatistics empty_channel(const std::string& name, bool exact) {
    return {name, Table(wide_layout(name, exact)), {}};
}

ChannelStatistics channel_of(const Table& table, std::size_t c) {
    const bool exact = whole_values(table);
    ChannelStatistics channel = empty_channel(table.layout().channels[c], exact);
    for (const char* field : counts)  // integers are never NaN: the device does not count them
        put(channel.numbers, field, table.has(field) ? table.integer(field, c) : Int128{0});
    for (const char* field : values) {
        if (exact)
            put(channel.numbers, field, table.integer(field, c));
        else
            channel.numbers.set(field, 0, 0, 0, table.pair(field, c));
    }
    return channel;
}

ChannelStatistics channel_of_counts(const std::string& name, const Keys& keys,
                                    const std::vector<std::uint64_t>& counts) {
    Int128 count = 0, sum = 0, sum_sq = 0, nonzero = 0, least = 0, most = 0;
    const auto lowest = static_cast<std::int64_t>(keys.lowest);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        const Int128 n = counts[i], v = lowest + static_cast<std::int64_t>(i);
        if (count == 0) least = v;
        most = v;
        count += n;
        sum += n * v;
        sum_sq += n * v * v;
        if (v != 0) nonzero += n;
    }
    ChannelStatistics channel = empty_channel(name, true);
    put(channel.numbers, "count", count);
    put(channel.numbers, "nonzero", nonzero);
    put(channel.numbers, "min", least);
    put(channel.numbers, "max", most);
    put(channel.numbers, "sum", sum);
    put(channel.numbers, "sum_sq", sum_sq);
    return channel;
}

}  // namespace sluice::apps
