#include "pipeline/core/table.hpp"

#include "pipeline/core/pair.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/unaligned.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace sluice {
namespace {

constexpr std::array<std::size_t, 7> type_bytes{4, 8, 16, 8, 4, 8, 16};
constexpr std::size_t alignment = 16;  // of a field; the number of a list's entries stands before the first

}  // namespace

std::size_t bytes(FieldType type) { return type_bytes[static_cast<std::size_t>(type)]; }

Tiles::Rect Tiles::tile(std::size_t i) const {
    const std::size_t column = i % across, row = i / across % down;
    const auto border = [](std::size_t size, std::size_t k, std::size_t count) { return k * size / count; };
    const std::size_t left = border(area.width, column, across), top = border(area.height, row, down);
    return {area.x + left, area.y + top, border(area.width, column + 1, across) - left,
            border(area.height, row + 1, down) - top};
}

const Field* TableLayout::find(const std::string& field) const {
    const auto at =
        std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == field; });
    return at == fields.end() ? nullptr : &*at;
}

std::size_t TableLayout::length(const Field& field) const {
    return rows * (field.per_channel ? channels.size() : 1) * field.count;
}

std::size_t TableLayout::offset(const Field& field) const {
    std::size_t offset = list ? alignment : 0;
    for (const Field& f : fields) {
        if (f.name == field.name) break;
        offset += (length(f) * sluice::bytes(f.type) + alignment - 1) / alignment * alignment;
    }
    return offset;
}

std::size_t TableLayout::bytes() const {
    if (fields.empty()) return list ? alignment : 0;
    const Field& last = fields.back();
    return offset(last) + (length(last) * sluice::bytes(last.type) + alignment - 1) / alignment * alignment;
}

Table::Table(TableLayout layout) : layout_(std::move(layout)), bytes_(layout_.bytes()) {}

std::size_t Table::rows() const {
    return layout_.list ? static_cast<std::size_t>(std::min<std::uint64_t>(found(), layout_.rows))
                        : layout_.rows;
}

std::uint64_t Table::found() const {
    return layout_.list ? unaligned<std::uint64_t>(bytes_.data()) : layout_.rows;
}

void Table::set_found(std::uint64_t entries) { std::memcpy(bytes_.data(), &entries, sizeof entries); }

const Field& Table::field(const std::string& name) const {
    if (const Field* found = layout_.find(name)) return *found;
    std::string names;
    for (const Field& f : layout_.fields) names += (names.empty() ? "" : ", ") + f.name;
    throw Error(Error::Kind::usage, "table",
                "there is no field '" + name + "'; there are " + (names.empty() ? "none" : names));
}

std::size_t Table::at(const Field& field, std::size_t channel, std::size_t row, std::size_t i,
                      std::size_t rows) const {
    const std::size_t channels = field.per_channel ? layout_.channels.size() : 1;
    if (!field.per_channel) channel = 0;
    if (channel >= channels || row >= rows || i >= field.count)
        throw Error(Error::Kind::usage, "table",
                    "row, channel or element is outside of field '" + field.name + "'");
    return layout_.offset(field) + ((row * channels + channel) * field.count + i) * sluice::bytes(field.type);
}

double Table::real(const std::string& name, std::size_t channel, std::size_t row, std::size_t i) const {
    const Field& f = field(name);
    const std::byte* value = bytes_.data() + at(f, channel, row, i, rows());
    if (f.type == FieldType::f32) return unaligned<float>(value);
    if (f.type == FieldType::f64 && !layout_.pairs) return unaligned<double>(value);
    if (f.type == FieldType::f64)
        return static_cast<double>(unaligned<float>(value)) +
               static_cast<double>(unaligned<float>(value + 4));
    if (f.type == FieldType::f64x2) return pair(name, channel, row, i).value();
    return static_cast<double>(integer(name, channel, row, i));
}

Pair Table::pair(const std::string& name, std::size_t channel, std::size_t row, std::size_t i) const {
    const Field& f = field(name);
    const std::byte* value = bytes_.data() + at(f, channel, row, i, rows());
    if (f.type == FieldType::f64x2) return pair_of(unaligned<double>(value), unaligned<double>(value + 8));
    return is_real(f.type) ? Pair{real(name, channel, row, i), 0} : pair_of(integer(name, channel, row, i));
}

Int128 Table::integer(const std::string& name, std::size_t channel, std::size_t row, std::size_t i) const {
    const Field& f = field(name);
    const std::byte* value = bytes_.data() + at(f, channel, row, i, rows());
    switch (f.type) {
        case FieldType::u32: return unaligned<std::uint32_t>(value);
        case FieldType::u64: return unaligned<std::uint64_t>(value);
        case FieldType::i64: return unaligned<std::int64_t>(value);
        case FieldType::u128: return unaligned<Int128>(value);  // low half first, as a ulong2 lies in memory
        case FieldType::f32:
        case FieldType::f64:
        case FieldType::f64x2: break;
    }
    throw Error(Error::Kind::usage, "table", "field '" + name + "' is not an integer");
}

void Table::set(const std::string& name, std::size_t channel, std::size_t row, std::size_t i, double value) {
    const Field& f = field(name);
    std::byte* to = bytes_.data() + at(f, channel, row, i, layout_.rows);
    const auto put = [to](auto v) { std::memcpy(to, &v, sizeof v); };
    switch (f.type) {
        case FieldType::u32: return put(static_cast<std::uint32_t>(value));
        case FieldType::u64: return put(static_cast<std::uint64_t>(value));
        case FieldType::i64: return put(static_cast<std::int64_t>(value));
        case FieldType::u128: return put(static_cast<Int128>(value));
        case FieldType::f32: return put(static_cast<float>(value));
        case FieldType::f64: {
            if (!layout_.pairs) return put(value);
            const auto high = static_cast<float>(value);
            const auto low = static_cast<float>(value - static_cast<double>(high));
            return put(std::array<float, 2>{high, low});
        }
        case FieldType::f64x2: return put(Pair{value, 0});
    }
}

void Table::set(const std::string& name, std::size_t channel, std::size_t row, std::size_t i,
                const Pair& value) {
    const Field& f = field(name);
    if (f.type != FieldType::f64x2) return set(name, channel, row, i, value.value());
    std::memcpy(bytes_.data() + at(f, channel, row, i, layout_.rows), &value, sizeof value);
}

Table Table::only(std::vector<Field> fields) const {
    TableLayout layout = layout_;
    layout.fields = std::move(fields);
    Table result(std::move(layout));
    if (layout_.list) result.set_found(found());
    for (const Field& f : result.layout_.fields)
        if (const Field* here = layout_.find(f.name))
            std::memcpy(result.bytes_.data() + result.layout_.offset(f),
                        bytes_.data() + layout_.offset(*here),
                        layout_.length(*here) * sluice::bytes(here->type));
    return result;
}

std::string decimal(Int128 value) {
    if (value == 0) return "0";
    const bool negative = value < 0;
    std::string digits;
    for (; value != 0; value /= 10) {
        const auto digit = static_cast<int>(value % 10);
        digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    }
    if (negative) digits += '-';
    return {digits.rbegin(), digits.rend()};
}

}  // namespace sluice
