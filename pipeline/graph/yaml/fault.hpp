// What is wrong with a text that is no YAML, said to its author: the parser names the place where it gave up,
// which for a bracket or quote that is not closed may be many lines further down.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

struct YamlFault {
    int line = 0, column = 0;  // from 0; columns in bytes
    std::string message;
};

// `said`, `line` and `column` are the parser's.
YamlFault explain_yaml_fault(std::string_view text, const std::string& said, int line, int column);

}  // namespace sluice
