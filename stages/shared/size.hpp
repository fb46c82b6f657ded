// Width and height as a parameter: 640,480, or one number for a square.
#pragma once

#include "pipeline/graph/param_field.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::stages {

// Pages of a million rows are none that a device holds; and weights are made for each.
inline constexpr std::size_t largest_side = 1 << 20;

struct Size {
    std::size_t width = 1, height = 1;

    bool operator==(const Size&) const = default;
    std::string text() const { return std::to_string(width) + "x" + std::to_string(height); }
};

}  // namespace sluice::stages

namespace sluice {
template <>
struct ParamField<stages::Size> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const stages::Size& v) {
        return std::vector<double>{static_cast<double>(v.width), static_cast<double>(v.height)};
    }
    static stages::Size from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        return {static_cast<std::size_t>(list.front()), static_cast<std::size_t>(list.back())};
    }
    static void declare(ParamDecl& p) {
        p.low = 1, p.high = static_cast<double>(stages::largest_side);
        p.min_count = 1, p.max_count = 2;
        p.whole = true;
        p.unit = "px";
    }
};
}  // namespace sluice
