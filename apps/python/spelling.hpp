// Options of the library as Python writes them.
#pragma once

#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"

#include <string>

namespace sluice::python {

struct ValueInPython {
    const Remedy& remedy;
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(bool value) const { return value ? "True" : "False"; }
    std::string operator()(std::int64_t value) const {
        return remedy.parameter == "limit_memory" ? "\"" + std::to_string(value >> 20) + "M\""
                                                  : std::to_string(value);
    }
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(const std::string& value) const { return "\"" + value + "\""; }
};

// A Spelling: "overwrite=\"newer\"", "limit_memory"; of a stage and of a command too, whose functions take
// options as keywords: "lenient=True", "sluice.stats(dataset=True)".
inline std::string in_python(const Remedy& remedy, bool again) {
    const std::string value = std::visit(ValueInPython{remedy}, remedy.value);
    if (again && !value.empty()) return value;
    std::string keyword = remedy.parameter.substr(remedy.parameter.find('.') + 1);
    if (remedy.parameter == "load.max_seconds") keyword = "limit_seconds";
    if (remedy.command.empty()) return value.empty() ? keyword : keyword + "=" + value;
    if (keyword == "json") return "sluice." + remedy.command;  // which gives what it would write
    return "sluice." + remedy.command + "(" + keyword + "=" + (value.empty() ? "..." : value) + ")";
}

}  // namespace sluice::python
