#include "pipeline/graph/opencl/tokens.hpp"

#include <algorithm>

namespace sluice {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

class Lexer {
public:
    Lexer(std::string_view text, const std::string& file, Diagnostics& faults)
        : text_(text), file_(file), faults_(faults) {}

    OpenclTokens run() {
        bool line_begins = true;
        while (more()) {
            const char c = peek();
            if (c == '\n')
                line_begins = true, take();
            else if (is_blank(c) || starts("\\\n") || starts("\\\r\n"))
                take_blank();
            else if (starts("//") || starts("/*"))
                comment();
            else if (c == '#' && line_begins)
                directive();
            else
                line_begins = false, token();
        }
        return std::move(result_);
    }

private:
    bool more() const { return at_ < text_.size(); }
    char peek() const { return text_[at_]; }
    bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }
    char take() {
        if (peek() == '\n') ++line_;
        return text_[at_++];
    }
    void take_blank() {
        if (take() != '\\') return;
        while (take() != '\n') {
        }
    }

    void comment() {
        const int line = line_;
        if (starts("//")) {
            while (more() && peek() != '\n') {
                if (starts("\\\n") || starts("\\\r\n"))
                    take_blank();
                else
                    take();
            }
            return;
        }
        take(), take();
        while (more() && !starts("*/")) take();
        if (!more()) return faults_.error({file_, line, 0}, "", "this comment is not closed");
        take(), take();
    }

    // To the end of the line, over continued lines and comments.
    void directive() {
        std::vector<OpenclToken> words;
        quoted_.clear();
        while (more() && peek() != '\n') {
            if (is_blank(peek()) || starts("\\\n") || starts("\\\r\n"))
                take_blank();
            else if (starts("//") || starts("/*"))
                comment();
            else
                words.push_back(read());
        }
        if (words.size() > 2 && words[1].text == "define") result_.macros.push_back(words[2]);
        if (words.size() > 1 && words[1].text == "include") result_.includes.push_back(quoted_);
        if (words.size() == 2 && words[1].text == "define")
            faults_.error({file_, words[1].line, 0}, "", "a name is missing after #define");
        result_.directives.push_back(std::move(words));
    }

    void token() { result_.tokens.push_back(read()); }

    OpenclToken read() {
        OpenclToken token{"", line_, at_};
        const char first = peek();
        if (first == '"' || first == '\'') {
            quotation(take());
        } else if (is_letter(first) || is_digit(first)) {
            while (more() && (is_letter(peek()) || is_digit(peek()) || (is_digit(first) && peek() == '.')))
                token.text += take();
        } else {
            token.text += take();
        }
        return token;
    }

    void quotation(char quote) {
        const std::size_t begin = at_;
        while (more() && peek() != quote && peek() != '\n')
            if (take() == '\\' && more()) take();
        quoted_ = text_.substr(begin, at_ - begin);
        if (more() && peek() == quote)
            take();
        else
            faults_.error({file_, line_, 0}, "", "this quote is not closed");
    }

    const std::string_view text_;
    const std::string& file_;
    Diagnostics& faults_;
    std::size_t at_ = 0;
    int line_ = 1;
    std::string quoted_;  // what the last quote held
    OpenclTokens result_;
};

}  // namespace

bool OpenclToken::is_name() const { return !text.empty() && is_letter(text[0]); }

OpenclTokens opencl_tokens(std::string_view text, const std::string& file, Diagnostics& faults) {
    return Lexer(text, file, faults).run();
}

}  // namespace sluice
