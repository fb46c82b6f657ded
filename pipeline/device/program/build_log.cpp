#include "pipeline/device/program/build_log.hpp"

#include "pipeline/core/message.hpp"

#include <charconv>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

namespace sluice {
namespace {

constexpr std::size_t longest_log = 8000;

struct Mark {
    std::string file;
    int line = 0;  // of the text after the mark
};

// Of a line like `#line 12 "stretch.cl"`; without a file when it is none.
Mark mark_in(const std::string& text) {
    char file[256];
    int line = 0;
    if (std::sscanf(text.c_str(), " # line %9d \"%255[^\"]\"", &line, file) != 2) return {};
    return {file, line};
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

bool mentions(const std::string& source, const std::string& file) {
    std::istringstream lines(source);
    for (std::string text; std::getline(lines, text);)
        if (mark_in(text).file == file) return true;
    return false;
}

// Takes a number and the ':' behind it from the beginning of `text`; 0 when they are not there.
int take_number(std::string_view& text) {
    int number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || number <= 0 || stop == end || *stop != ':') return 0;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
    return number;
}

struct Located {
    std::string file;
    int line = 0;
    int column = 0;  // 0 = not told
    std::string text;
};

// Of "file:line:column: text" or "file:line: text".
std::optional<Located> located(std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
        std::string_view rest = text.substr(colon + 1);
        const int line = take_number(rest);
        if (colon == 0 || line == 0) continue;
        const int column = take_number(rest);
        if (rest.empty() || rest[0] != ' ') continue;
        return Located{std::string(text.substr(0, colon)), line, column, std::string(rest.substr(1))};
    }
    return std::nullopt;
}

// Clang writes "file:line:column: error: text", PoCL "error: file:line:column: text".
std::optional<Located> error_in(std::string_view text) {
    constexpr std::string_view error = "error: ", fatal = "fatal error: ";
    if (text.substr(0, error.size()) == error) return located(text.substr(error.size()));
    std::optional<Located> found = located(text);
    if (!found) return found;
    for (const std::string_view prefix : {error, fatal}) {
        if (found->text.rfind(prefix, 0) != 0) continue;
        found->text.erase(0, prefix.size());
        return found;
    }
    return std::nullopt;
}

}  // namespace

std::string first_error(const std::string& log, const std::string& source, const std::string& name) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const std::optional<Located> error = error_in(line);
        if (!error) continue;
        Mark place{error->file, error->line};
        if (!mentions(source, place.file)) place = place_of(source, place.line, name);
        const std::string column = error->column > 0 ? ":" + std::to_string(error->column) : "";
        return place.file + ":" + std::to_string(place.line) + column + ": " + error->text;
    }
    return "";
}

std::string build_failure_text(const FailedBuild& build) {
    std::string text = first_error(build.log, build.source, build.name);
    if (!text.empty()) text += "\n";
    text += "the program " + in_quotes(build.name) + " does not compile for " + build.device + " with " +
            build.options + "; its compiler says:\n" + build.log.substr(0, longest_log);
    if (build.log.size() > longest_log) text += "\n(and more)";
    return text;
}

}  // namespace sluice
