#include "pipeline/device/build_log.hpp"

#include "pipeline/core/message.hpp"

#include <cstddef>
#include <regex>
#include <sstream>

namespace sluice {
namespace {

constexpr std::size_t longest_line = 2000;  // std::regex recurses for each character
constexpr std::size_t longest_log = 8000;

// Drivers name a program without `#line` "<kernel>", "<stdin>" or after a file of their own.
bool is_of_the_driver(const std::string& file) {
    return file.find_first_of("<>/\\") != std::string::npos || file.find('.') == std::string::npos;
}

}  // namespace

std::string first_error(const std::string& log, const std::string& name) {
    // All compilers that we have seen are clang inside: "file:line:column: error: text".
    static const std::regex pattern(R"(^(?:error: )?(.*[^:\s]):(\d+):(?:(\d+):)? (?:fatal )?error: (.*)$)");
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (line.size() > longest_line || !std::regex_match(line, match, pattern)) continue;
        const std::string file = is_of_the_driver(match[1]) ? name : match[1].str();
        const std::string column = match[3].matched ? ":" + match[3].str() : "";
        return file + ":" + match[2].str() + column + ": " + match[4].str();
    }
    return "";
}

std::string build_failure_text(const std::string& name, const std::string& options, const std::string& device,
                               const std::string& log) {
    std::string text = first_error(log, name);
    if (!text.empty()) text += "\n";
    text += "the program " + in_quotes(name) + " does not build for " + device + " with " + options +
            "; its compiler says:\n" + log.substr(0, longest_log);
    if (log.size() > longest_log) text += "\n(and more)";
    return text;
}

}  // namespace sluice
