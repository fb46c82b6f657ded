// Width and height as they are written: 640x480, 640x480+10+20.
#pragma once

#include "pipeline/core/size.hpp"
#include "pipeline/core/value.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::stages {

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
