// The characters of a pipeline file, before they are read as YAML.
#pragma once

#include "pipeline/core/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class YamlText {
public:
    // Faults: too large, not UTF-8, control characters. Takes a byte order mark away, and in JSON puts
    // the character itself for an escaped surrogate pair ("\ud83d\ude00"), which YAML does not know.
    YamlText(const std::string& content, std::string file, Diagnostics& faults);

    bool readable() const { return readable_; }
    const std::string& content() const { return content_; }
    std::string_view line(int line) const;  // from 1, as in a Place
    // From yaml-cpp's line and column, which count from 0 and in bytes.
    Place place(int line, int column) const;

private:
    void check_characters(Diagnostics& faults);
    void join_surrogates();

    std::string file_;
    std::string content_;
    std::vector<std::size_t> lines_;  // where each begins
    bool readable_ = true;
};

}  // namespace sluice
