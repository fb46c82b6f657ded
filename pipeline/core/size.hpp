// Width and height as a parameter: 640,480 or 640x480, or one number for a square.
#pragma once

#include "pipeline/core/param_field.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

// Pages of a million rows are none that a device holds; and weights are made for each.
inline constexpr std::size_t largest_side = 1 << 20;

struct Size {
    std::size_t width = 1, height = 1;

    bool operator==(const Size&) const = default;
    std::string text() const { return std::to_string(width) + "x" + std::to_string(height); }
};

template <>
struct ParamField<Size> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const Size& v) {
        return std::vector<double>{static_cast<double>(v.width), static_cast<double>(v.height)};
    }
    static Size from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        return {static_cast<std::size_t>(list.front()), static_cast<std::size_t>(list.back())};
    }
    static void declare(ParamDecl& p) {
        p.low = 1, p.high = static_cast<double>(largest_side);
        p.min_count = 1, p.max_count = 2;
        p.whole = true;
        p.shape = Shape::size;
        p.unit = "px";
    }
};
}  // namespace sluice
