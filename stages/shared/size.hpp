// Width and height as a parameter: 640,480, or one number for a square.
#pragma once

#include "pipeline/core/param_field.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
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

// What is written "640x480" or "640x480+10+20": its numbers in that order, "" where one is left out. Nothing
// where the word has other signs between its numbers.
inline std::optional<std::vector<std::string>> numbers_between(const std::string& word,
                                                               const std::string& signs) {
    std::vector<std::string> numbers{""};
    std::string found;
    for (const char c : word) {
        if (c >= '0' && c <= '9') {
            numbers.back() += c;
        } else {
            found += c;
            numbers.emplace_back();
        }
    }
    if (found != signs) return std::nullopt;
    return numbers;
}

// "640x480", "640x", "x480" as `width` and `height`.
inline std::optional<Values> width_and_height(const std::string& word) {
    const auto sides = numbers_between(word, "x");
    if (!sides || word == "x") return std::nullopt;
    Values values;
    if (!(*sides)[0].empty()) values["width"] = (*sides)[0];
    if (!(*sides)[1].empty()) values["height"] = (*sides)[1];
    return values;
}

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
        p.shape = Shape::size;
        p.unit = "px";
    }
};
}  // namespace sluice
