// Tables: small typed records, such as the statistics of an image. On the device, reductions write them and
// other stages read them.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// For sums of squares that do not fit in 64 bits.
__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): __extension__ takes no using

// f64x2: the sum of two doubles; the second holds the rounding error of the first.
enum class FieldType { u32, u64, u128, i64, f32, f64, f64x2 };
template <>
inline constexpr std::array<std::string_view, 7> names_of<FieldType>{"u32", "u64", "u128", "i64",
                                                                     "f32", "f64", "f64x2"};
SLUICE_API std::size_t bytes(FieldType type);
constexpr bool is_real(FieldType type) { return type >= FieldType::f32; }

struct Field {
    std::string name;
    FieldType type = FieldType::f32;
    bool per_channel = true;  // false: one value per row, shared by all channels
    std::size_t count = 1;    // number of values: 256 for a histogram with 256 bins

    bool operator==(const Field&) const = default;
};

// An area divided into tiles. Column i of tiles begins at area.x + i * area.width / across, rounded down, and
// ends where the next column begins. Rows of tiles are divided in the same way. Sizes are in pixels. Only
// pixels in `part` are counted, so the area may extend beyond the image.
struct SLUICE_API Tiles {
    struct Rect {
        std::size_t x = 0, y = 0, width = 0, height = 0;
        bool operator==(const Rect&) const = default;
    };

    std::size_t across = 1, down = 1;
    Rect area;
    Rect part = {};  // empty only if nothing is counted

    std::size_t count() const { return across * down; }
    // Tile i, counted from left to right, then down; count() is the first one again. The whole tile, even if
    // `part` excludes some of it.
    Rect tile(std::size_t i) const;
    bool operator==(const Tiles&) const = default;
};

// How a Table is stored: field by field, for a list behind the number of entries. Each field starts at a
// multiple of 16 bytes. Inside a field, values are ordered by row, then channel, then element. A layout is
// fixed when the pipeline is planned.
struct SLUICE_API TableLayout {
    std::size_t rows = 1;               // one per layer, or one per tile of each layer
    std::optional<Tiles> tiles;         // row = layer * tiles.count() + tile
    std::vector<std::string> channels;  // "R" "G" "B", or "joint"; never empty
    std::vector<Field> fields;
    bool pairs = false;  // f64 is stored as the sum of two floats, because the device has no double
    // The rows are entries of a list, and the device finds how many there are. `rows` is the most that it can
    // hold. A list begins in memory with the number of entries that were found (u64).
    bool list = false;

    const Field* find(const std::string& field) const;  // nullptr if there is none
    std::size_t offset(const Field& field) const;       // bytes; `field` must be one of `fields`
    std::size_t length(const Field& field) const;       // number of values in all rows and channels
    std::size_t bytes() const;                          // a multiple of 16

    bool operator==(const TableLayout&) const = default;
};

struct Pair;  // pair.hpp

// A Table in host memory. Value type. Several threads may read a Table at once. Functions that take the name
// of a field throw Error(usage) if there is no such field; the message lists the fields.
class SLUICE_API Table {
public:
    Table() = default;
    explicit Table(TableLayout layout);  // all values are 0

    const TableLayout& layout() const { return layout_; }
    std::byte* data() { return bytes_.data(); }
    const std::byte* data() const { return bytes_.data(); }

    bool has(const std::string& field) const { return layout_.find(field) != nullptr; }
    // The rows that can be read. Of a list, those that are filled: the first entries, in the order of the
    // list.
    std::size_t rows() const;
    // The number of entries of a list, also of those that have no row because there are more than the layout
    // has rows. Of another Table, the number of rows.
    std::uint64_t found() const;
    // Sets the number of entries. REQUIRES: layout().list.
    void set_found(std::uint64_t entries);
    // The value as a double. Exact for f32, f64, u32 and for integers below 2^53; others are rounded.
    double real(const std::string& field, std::size_t channel = 0, std::size_t row = 0,
                std::size_t i = 0) const;
    // The exact value of an integer field. Throws Error(usage) for f32 and f64.
    Int128 integer(const std::string& field, std::size_t channel = 0, std::size_t row = 0,
                   std::size_t i = 0) const;
    // The value with the rounding error of real(). REQUIRES: an integer is below 2^106.
    Pair pair(const std::string& field, std::size_t channel = 0, std::size_t row = 0,
              std::size_t i = 0) const;
    void set(const std::string& field, std::size_t channel, std::size_t row, std::size_t i, double value);
    void set(const std::string& field, std::size_t channel, std::size_t row, std::size_t i,
             const Pair& value);

    // A copy with these fields. Fields that this Table does not have are 0. REQUIRES: the other fields have
    // the same type and count as here.
    Table only(std::vector<Field> fields) const;

private:
    const Field& field(const std::string& name) const;
    std::size_t at(const Field& field, std::size_t channel, std::size_t row, std::size_t i,
                   std::size_t rows) const;

    TableLayout layout_;
    std::vector<std::byte> bytes_;
};

SLUICE_API std::string decimal(Int128 value);  // in decimal digits

}  // namespace sluice
