#include "apps/stats/channel.hpp"

#include "pipeline/core/pair.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace sluice::apps {
namespace {

constexpr std::array counts{"count", "nonzero", "nan", "inf"};
constexpr std::array values{"min", "max", "sum", "sum_sq"};

TableLayout wide_layout(const std::string& channel, bool exact) {
    TableLayout layout;
    layout.channels = {channel};
    for (const char* name : counts) layout.fields.push_back({name, FieldType::u128});
    for (const char* name : values)
        layout.fields.push_back({name, exact ? FieldType::u128 : FieldType::f64x2});
    return layout;
}

void put(Table& table, const std::string& field, Int128 value) {
    std::memcpy(table.data() + table.layout().offset(*table.layout().find(field)), &value, sizeof value);
}

bool whole_values(const Table& table) { return !is_real(table.layout().find("sum")->type); }

Table as_reals(const Table& table) {
    Table reals(wide_layout(table.layout().channels[0], false));
    for (const char* name : counts) put(reals, name, table.integer(name));
    for (const char* name : values) reals.set(name, 0, 0, 0, table.pair(name));
    return reals;
}

ChannelStatistics channel_of(const Table& table, std::size_t c, std::size_t layer) {
    const bool exact = whole_values(table);
    const std::string& name = table.layout().channels[c];
    Table numbers(wide_layout(name, exact));
    for (const char* field : counts)  // integers are never NaN: the device does not count them
        put(numbers, field, table.has(field) ? table.integer(field, c, layer) : Int128{0});
    for (const char* field : values) {
        if (exact)
            put(numbers, field, table.integer(field, c, layer));
        else
            numbers.set(field, 0, 0, 0, table.pair(field, c, layer));
    }
    return {name, std::move(numbers), {}};
}

}  // namespace

bool ChannelStatistics::exact() const { return whole_values(numbers); }

std::vector<ChannelStatistics> channels_of(const Table& table) {
    std::vector<ChannelStatistics> channels;
    for (std::size_t c = 0; c < table.layout().channels.size(); ++c) {
        channels.push_back(channel_of(table, c, 0));
        for (std::size_t layer = 1; layer < table.layout().rows; ++layer)
            pool(channels.back(), channel_of(table, c, layer), {});
    }
    return channels;
}

void pool(ChannelStatistics& into, const ChannelStatistics& other, const Wanted& wanted) {
    const bool exact = into.exact() && other.exact();
    Table a = exact ? into.numbers : as_reals(into.numbers);
    const Table b = exact ? other.numbers : as_reals(other.numbers);
    const bool a_empty = a.integer("count") == 0, b_empty = b.integer("count") == 0;
    const auto combine = [&](const char* field, auto join) {
        if (exact)
            put(a, field, join(a.integer(field), b.integer(field)));
        else
            a.set(field, 0, 0, 0, join(a.pair(field), b.pair(field)));
    };
    if (!b_empty) {  // the minimum of no value is no number
        combine("min", [&](auto x, auto y) { return a_empty ? y : std::min(x, y); });
        combine("max", [&](auto x, auto y) { return a_empty ? y : std::max(x, y); });
        combine("sum", [](auto x, auto y) { return x + y; });
        combine("sum_sq", [](auto x, auto y) { return x + y; });
    }
    for (const char* name : counts) put(a, name, a.integer(name) + b.integer(name));
    into.numbers = std::move(a);
    if (into.distribution && other.distribution) pool(*into.distribution, *other.distribution, wanted);
}

}  // namespace sluice::apps
