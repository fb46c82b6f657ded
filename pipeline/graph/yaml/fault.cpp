#include "pipeline/graph/yaml/fault.hpp"

#include "pipeline/core/message.hpp"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace sluice {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        if (lines.back().ends_with('\r')) lines.back().remove_suffix(1);
        begin = end + 1;
    }
    return lines;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// "name: value" or "name:"
bool begins_with_key(std::string_view line) {
    const std::size_t begin = indent_of(line);
    std::size_t end = begin;
    while (end < line.size() && is_word(line[end])) ++end;
    return end > begin && end < line.size() && line[end] == ':' &&
           (end + 1 == line.size() || line[end + 1] == ' ');
}

// Follows brackets and quotes through the text, as far as pipelines have them: a quoted text stays on its
// line.
class Scan {
public:
    explicit Scan(const std::vector<std::string_view>& lines) : lines_(lines) {}

    std::optional<YamlFault> run() {
        for (line_ = 0; line_ < lines_.size() && !fault_; ++line_) line(lines_[line_]);
        if (!fault_ && !open_.empty()) not_closed();
        return fault_;
    }

private:
    struct Bracket {
        char sign;
        std::size_t line, column;
    };

    void say(std::size_t line, std::size_t column, std::string message) {
        fault_ = YamlFault{static_cast<int>(line), static_cast<int>(column), std::move(message)};
    }

    void not_closed() {
        const Bracket& last = open_.back();
        say(last.line, last.column,
            std::string("this '") + last.sign + "' is not closed: a '" + partner(last.sign) + "' is missing");
    }

    static char partner(char sign) { return sign == '{' ? '}' : ']'; }

    void line(std::string_view text) {
        const std::size_t begin = indent_of(text);
        const std::string_view rest = text.substr(begin);
        if (!open_.empty()) {
            const bool entry = rest == "-" || rest.starts_with("- ");
            const bool key = begins_with_key(text) && begin <= indent_of(lines_[open_.back().line]);
            if (entry || key) return not_closed();
            if (rest.starts_with("//")) return say(line_, begin, "a comment begins with '#', not with '//'");
        }
        char before = ' ';  // the last that is no blank
        for (std::size_t i = begin; i < text.size() && !fault_; ++i) {
            const char c = text[i];
            if (c == ' ' || c == '\t') continue;
            const bool starts =
                i == begin || std::string_view("[{,:-").find(before) != std::string_view::npos;
            const bool apart = i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t';
            if (c == '#' && apart && before == ':' && !open_.empty())
                return say(line_, i, "a comment begins here; put a text that begins with '#' in quotes");
            if (c == '#' && apart) return;
            if (c == '{' && before == '$' && !open_.empty())
                return say(line_, i - 1, "put a value with ${...} in quotes where it stands in brackets");
            if ((c == '\'' || c == '"') && starts)
                i = quoted(text, i);
            else if ((c == '[' || c == '{') && (starts || !open_.empty()))
                open_.push_back({c, line_, i});
            else if (c == ']' || c == '}')
                close(c, i, before);
            before = c;
        }
    }

    // The place of the quote that ends the text which begins at `begin`.
    std::size_t quoted(std::string_view text, std::size_t begin) {
        const char quote = text[begin];
        for (std::size_t i = begin + 1; i < text.size(); ++i) {
            if (quote == '"' && text[i] == '\\') {
                ++i;
            } else if (text[i] == quote) {
                const bool doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
                if (!doubled) return ended(text, i);
                ++i;
            }
        }
        say(line_, begin, std::string("this quote is not closed: a second ") + quote + " is missing");
        return text.size();
    }

    std::size_t ended(std::string_view text, std::size_t end) {
        const std::size_t next = std::min(text.find_first_not_of(" \t", end + 1), text.size());
        if (next < text.size() && next == end + 1 &&
            std::string_view(",]}:#").find(text[next]) == std::string_view::npos)
            say(line_, end,
                text[end] == '\'' ? "the quoted text ends here; write an apostrophe inside it twice: ''"
                                  : "the quoted text ends here; write a quote inside it as \\\"");
        return end;
    }

    void close(char sign, std::size_t column, char before) {
        if (open_.empty()) {  // within a plain text it is a character like others
            if (before == ']' || before == '}')
                say(line_, column, std::string("this '") + sign + "' closes nothing; leave it out");
            return;
        }
        const Bracket last = open_.back();
        if (partner(last.sign) != sign)
            return say(line_, column,
                       std::string("a '") + partner(last.sign) + "' is missing before this, for the '" +
                           last.sign + "' in line " + std::to_string(last.line + 1) + ", column " +
                           std::to_string(last.column + 1));
        open_.pop_back();
    }

    const std::vector<std::string_view>& lines_;
    std::vector<Bracket> open_;
    std::size_t line_ = 0;
    std::optional<YamlFault> fault_;
};

// Where the parser gave up, and the line of it.
class Said {
public:
    Said(std::string_view line, const std::string& message, YamlFault& fault)
        : line_(line),
          at_(static_cast<std::size_t>(std::max(fault.column, 0))),
          message_(message),
          fault_(fault) {}

    std::string words() {
        using namespace YAML;
        const char c = at_ < line_.size() ? line_[at_] : '\n';
        if (c != '\n' && std::string_view("*&!@`%|>").find(c) != std::string_view::npos)
            return std::string("put a text that begins with '") + c + "' in quotes";
        if (message_.starts_with(ErrorMsg::INVALID_ESCAPE)) return escape();
        if (message_ == ErrorMsg::INVALID_HEX || message_.starts_with(ErrorMsg::INVALID_UNICODE))
            return "this escape is not a character; write the character itself";
        if (message_ == ErrorMsg::END_OF_MAP_FLOW || message_ == ErrorMsg::END_OF_SEQ_FLOW)
            return in_brackets(c);
        if (message_ == ErrorMsg::MAP_VALUE) return second_value();
        if (message_ == ErrorMsg::BLOCK_ENTRY)
            return "a '-' is not allowed here; each entry of a list begins on its own line, all in the same "
                   "column";
        if (message_ == ErrorMsg::END_OF_MAP || message_ == ErrorMsg::END_OF_SEQ)
            return "the indentation of this line matches no line above it; all entries of a list begin in "
                   "the same column";
        return "this is not YAML: " + message_;
    }

private:
    std::string escape() {
        const std::size_t at = line_.rfind('\\', at_);
        if (at == std::string_view::npos) return "this is not YAML: " + message_;
        fault_.column = static_cast<int>(at);
        return in_quotes(line_.substr(at, 2)) +
               " means nothing in double quotes; put a text with backslashes in single quotes";
    }

    std::string in_brackets(char c) {
        if (c != ':') return "a comma is missing before this";
        const char quote = at_ > 0 ? line_[at_ - 1] : ' ';
        if (quote != '"' && quote != '\'') return "put a text that holds ': ' in quotes";
        const std::size_t begin = at_ > 1 ? line_.rfind(quote, at_ - 2) : std::string_view::npos;
        if (begin != std::string_view::npos) fault_.column = static_cast<int>(begin);
        return "a comma is missing before this";
    }

    // "- load: path: cat.png"
    std::string second_value() {
        std::string_view before = line_.substr(0, at_);
        const std::size_t colon = before.find(": ");
        if (colon == std::string_view::npos)
            return "this line is indented further than the one above it, which already has a value";
        std::size_t begin = indent_of(before);
        if (before.substr(begin).starts_with("- ")) begin += 2;
        const std::string first(line_.substr(begin, colon - begin));
        const std::string_view rest =
            line_.substr(std::min(line_.find_first_not_of(' ', colon + 1), line_.size()));
        return "a line can have only one ': ' outside of brackets; write " +
               in_quotes(first + ": {" + std::string(rest) + "}");
    }

    std::string_view line_;
    std::size_t at_;
    const std::string& message_;
    YamlFault& fault_;
};

std::optional<YamlFault> indented_by_tab(const std::vector<std::string_view>& lines, int last) {
    for (std::size_t i = 0; i < lines.size() && static_cast<int>(i) <= last; ++i) {
        const std::size_t tab = lines[i].substr(0, indent_of(lines[i])).find('\t');
        if (tab != std::string_view::npos)
            return YamlFault{static_cast<int>(i), static_cast<int>(tab),
                             "a line cannot be indented by a tab; use spaces"};
    }
    return std::nullopt;
}

}  // namespace

YamlFault explain_yaml_fault(std::string_view text, const std::string& said, int line, int column) {
    const std::vector<std::string_view> lines = lines_of(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool json = first != std::string_view::npos && text[first] == '{';  // may be indented by tabs
    if (const auto fault = indented_by_tab(lines, line); fault && !json) return *fault;
    if (const auto fault = Scan(lines).run()) return *fault;
    YamlFault fault{line, column, ""};
    const auto index = static_cast<std::size_t>(std::max(line, 0));
    const std::string_view at = index < lines.size() ? lines[index] : std::string_view();
    fault.message = Said(at, said, fault).words();
    return fault;
}

}  // namespace sluice
