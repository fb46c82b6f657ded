#include "pipeline/device/build_log.hpp"

#include "pipeline/core/message.hpp"

#include <cstddef>
#include <regex>
#include <sstream>

namespace sluice {
namespace {

constexpr std::size_t longest_line = 500;  // std::regex recurses for each character
constexpr std::size_t longest_log = 8000;

struct Mark {
    std::string file;
    int line = 0;  // of the text after the mark
};

// Of a line like `#line 12 "stretch.cl"`; without a file when it is none.
Mark mark_in(const std::string& text) {
    static const std::regex pattern(R"re(^\s*#\s*line\s+(\d{1,9})\s+"([^"]*)".*$)re");
    std::smatch match;
    if (text.size() > longest_line || !std::regex_match(text, match, pattern)) return {};
    return {match[2], std::stoi(match[1])};
}

// Where a line of the source, counted from 1, stands in the file that it was taken from.
Mark place_of(const std::string& source, int line, const std::string& name) {
    Mark place{name, 1};
    std::istringstream lines(source);
    std::string text;
    for (int i = 1; i < line && std::getline(lines, text); ++i) {
        const Mark mark = mark_in(text);
        if (mark.file.empty())
            ++place.line;
        else
            place = mark;
    }
    return place;
}

bool names(const std::string& source, const std::string& file) {
    std::istringstream lines(source);
    for (std::string text; std::getline(lines, text);)
        if (mark_in(text).file == file) return true;
    return false;
}

}  // namespace

std::string first_error(const std::string& log, const std::string& source, const std::string& name) {
    // Clang's "file:line:column: error: text", and PoCL's "error: file:line:column: text".
    static const std::regex clang(R"(^(.*?[^:\s]):(\d{1,9}):(?:(\d+):)? (?:fatal )?error: (.*)$)");
    static const std::regex pocl(R"(^error: (.*?[^:\s]):(\d{1,9}):(?:(\d+):)? (.*)$)");
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (line.size() > longest_line) continue;
        if (!std::regex_match(line, match, pocl) && !std::regex_match(line, match, clang)) continue;
        Mark place{match[1], std::stoi(match[2])};
        if (!names(source, place.file)) place = place_of(source, place.line, name);
        const std::string column = match[3].matched ? ":" + match[3].str() : "";
        return place.file + ":" + std::to_string(place.line) + column + ": " + match[4].str();
    }
    return "";
}

std::string build_failure_text(const FailedBuild& build) {
    std::string text = first_error(build.log, build.source, build.name);
    if (!text.empty()) text += "\n";
    text += "the program " + in_quotes(build.name) + " does not build for " + build.device + " with " +
            build.options + "; its compiler says:\n" + build.log.substr(0, longest_log);
    if (build.log.size() > longest_log) text += "\n(and more)";
    return text;
}

}  // namespace sluice
