// Sums of whole numbers over rectangles: exact, so that they may be added up in any order, and slide.
#pragma once

#include "pipeline/graph/gather.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

// Integers that hold every sum; u32 holds none below 0.
enum class SumType { i32, u32, i64 };
constexpr std::size_t bytes(SumType type) { return type == SumType::i64 ? 8 : 4; }
constexpr const char* name(SumType type) {  // in OpenCL C
    return type == SumType::i64 ? "long" : type == SumType::i32 ? "int" : "uint";
}

// Sums of `columns` x `rows` pixels, the first `left` and `top` beside each.
struct WholeSums {
    std::size_t columns = 1, rows = 1;
    std::int32_t left = 0, top = 0;
    SumType type = SumType::i64;
    bool exact = false;  // whatever adds them up in REAL, one by one, rounds nothing

    // Of other numbers, over the same rectangles.
    bool alike(const WholeSums& other) const {
        return columns == other.columns && rows == other.rows && left == other.left && top == other.top;
    }
};

// nullopt where weights are not all 1, where the image may hold what is not whole, or 64 bits are too few.
// `doubles`: what REAL is.
std::optional<WholeSums> whole_sums(const Separable& taps, bool doubles);

}  // namespace sluice
