// Tables: small typed records that live on the device. What a Reduce finds, what a Point is driven by.
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

// 128-bit integers hold sums of squares that 64 bits cannot.
__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): __extension__ takes no using

// f64x2: the sum of two doubles, of which the second holds what the first rounded away.
enum class FieldType { u32, u64, u128, i64, f32, f64, f64x2 };
template <>
inline constexpr std::array<std::string_view, 7> names_of<FieldType>{"u32", "u64", "u128", "i64",
                                                                     "f32", "f64", "f64x2"};
SLUICE_API std::size_t bytes(FieldType type);
constexpr bool is_real(FieldType type) { return type >= FieldType::f32; }

struct Field {
    std::string name;
    FieldType type = FieldType::f32;
    bool per_channel = true;  // else one value per row
    std::size_t count = 1;    // values in it: 256 for the bins of a histogram

    bool operator==(const Field&) const = default;
};

// An area cut into tiles: column i of them begins at area.x + i * area.width / across, rounded down, and ends
// where the next one begins; rows of them likewise. Of each tile only what lies in `part` is looked at, so
// that the area may reach outside of the image.
struct SLUICE_API Tiles {
    struct Rect {
        std::size_t x = 0, y = 0, width = 0, height = 0;
        bool operator==(const Rect&) const = default;
    };

    std::size_t across = 1, down = 1;
    Rect area;
    Rect part = {};  // empty only where nobody counts

    std::size_t count() const { return across * down; }
    // From left to right, then down; beyond the last the first again. All of it, whatever the part.
    Rect tile(std::size_t i) const;
    bool operator==(const Tiles&) const = default;
};

// Rows x fields, stored field by field, each field starting at a multiple of 16 bytes; inside a field
// the order is row, channel, element. Fixed when a pipeline is planned.
struct SLUICE_API TableLayout {
    std::size_t rows = 1;               // one for each layer, or for each tile of each layer
    std::optional<Tiles> tiles;         // row = layer * tiles.count() + tile
    std::vector<std::string> channels;  // "R" "G" "B", or "joint"; never empty
    std::vector<Field> fields;
    bool pairs = false;  // f64 is stored as two floats whose sum it is: the device has no double

    const Field* find(const std::string& field) const;  // nullptr when there is none
    std::size_t offset(const Field& field) const;       // bytes; `field` is one of `fields`
    std::size_t length(const Field& field) const;       // values, all rows and channels together
    std::size_t bytes() const;                          // a multiple of 16

    bool operator==(const TableLayout&) const = default;
};

struct Pair;  // pair.hpp

// A Table in host memory. Reading a field that is not there throws Error(usage) naming those that are.
class SLUICE_API Table {
public:
    Table() = default;
    explicit Table(TableLayout layout);  // all zero

    const TableLayout& layout() const { return layout_; }
    std::byte* data() { return bytes_.data(); }
    const std::byte* data() const { return bytes_.data(); }

    bool has(const std::string& field) const { return layout_.find(field) != nullptr; }
    // The value as a double: exact for f32, f64, u32 and for integers below 2^53.
    double real(const std::string& field, std::size_t channel = 0, std::size_t row = 0,
                std::size_t i = 0) const;
    // The exact value of an integer field. Throws Error(usage) for f32 and f64.
    Int128 integer(const std::string& field, std::size_t channel = 0, std::size_t row = 0,
                   std::size_t i = 0) const;
    // With what real() rounds away. REQUIRES: of integers, an exact value below 2^106.
    Pair pair(const std::string& field, std::size_t channel = 0, std::size_t row = 0,
              std::size_t i = 0) const;
    void set(const std::string& field, std::size_t channel, std::size_t row, std::size_t i, double value);
    void set(const std::string& field, std::size_t channel, std::size_t row, std::size_t i,
             const Pair& value);

    // A copy that has these fields. Those that are not here are zero. REQUIRES: the others are of the types
    // and lengths that they have here.
    Table only(std::vector<Field> fields) const;

private:
    const Field& field(const std::string& name) const;
    std::size_t at(const Field& field, std::size_t channel, std::size_t row, std::size_t i) const;

    TableLayout layout_;
    std::vector<std::byte> bytes_;
};

SLUICE_API std::string decimal(Int128 value);

}  // namespace sluice
