#include "pipeline/graph/kernel/rules.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/opencl/signature.hpp"
#include "pipeline/graph/opencl/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {
namespace {

using Words = std::set<std::string_view>;
using Tokens = std::vector<OpenclToken>;

constexpr const char* no_pointers =
    "pointers and addresses are not allowed; read images with AT, TEXEL or SAMPLE, and pass values";

const Words& types_of_stages() {
    static const Words words{"V", "VI", "REAL", "INT", "WIDE", "SRC", "TABLE"};
    return words;
}

// What lanes.clh, round.clh, power.clh, coordinate.clh and the planner offer.
const std::vector<std::string>& helpers() {
    static const std::vector<std::string> words{"AT",
                                                "TEXEL",
                                                "SAMPLE",
                                                "CONVERT",
                                                "CHANNELS",
                                                "RED",
                                                "GREEN",
                                                "BLUE",
                                                "ALPHA",
                                                "GREY",
                                                "FIRST",
                                                "ALL",
                                                "power",
                                                "round_even",
                                                "coordinate_of",
                                                "coordinate_beside",
                                                "coordinate_on_plane"};
    return words;
}
// Of all lanes together.
const Words& of_vectors() {
    static const Words words{"all",           "any",         "cross",          "distance", "dot",
                             "fast_distance", "fast_length", "fast_normalize", "length",   "normalize"};
    return words;
}
const Words& statements_of_c() {
    static const Words words{"break",  "case",   "const",  "constant", "continue", "default", "do",
                             "else",   "enum",   "for",    "if",       "inline",   "return",  "signed",
                             "sizeof", "static", "struct", "switch",   "unsigned", "while"};
    return words;
}
// Behind these, '*' and '&' have no value to their left.
const Words& before_a_value() {
    static const Words words{"return", "case", "else", "do", "sizeof", "const", "constant", "static"};
    return words;
}
const Words& directives() {
    static const Words words{"define", "if", "ifdef", "ifndef", "elif", "else", "endif"};
    return words;
}

class KernelRules {
public:
    KernelRules(const std::string& text, const std::string& file, const std::set<std::string>& fields,
                Diagnostics& faults)
        : text_(text), file_(file), fields_(fields), faults_(faults) {}

    std::string run() {
        Diagnostics ignored;  // said by parse_definitions
        const OpenclTokens read = opencl_tokens(text_, file_, ignored);
        for (const OpenclToken& macro : read.macros) macros_.insert(macro.text);
        own_ = macros_;
        for (const Signature& function : parse_signatures(text_, file_, ignored)) own_.insert(function.name);
        for (std::size_t i = 0; i + 1 < read.tokens.size(); ++i)
            if (read.tokens[i].text == "struct" && read.tokens[i + 1].is_name())
                structs_.insert(read.tokens[i + 1].text);
        for (const Tokens& line : read.directives) directive(line);
        find_arrays(read.tokens);
        body(read.tokens, false);
        return edited();
    }

private:
    void fault(const OpenclToken& at, const std::string& what) {
        // One fault a line says enough.
        if (faulty_.insert(at.line).second) faults_.error({file_, at.line, 0}, "", what);
    }
    bool names_type(const OpenclToken& token) const {
        return is_kernel_type(token.text) || structs_.contains(token.text);
    }

    void directive(const Tokens& line) {
        const OpenclToken& first = line.front();
        const std::string word = line.size() > 1 ? line[1].text : "";
        if (word == "pragma" && line.size() > 2 && line[2].text == "unroll") return;
        if (word == "include")
            return fault(first, "a kernel of one's own cannot include files; write into it what it needs");
        if (!directives().contains(word))
            return fault(first,
                         "'#" + word + "' is not allowed; there are #define, #if and '#pragma unroll'");
        if (word != "define" || line.size() < 3) return;
        std::size_t begin = 3;  // of what it stands for
        if (begin < line.size() && line[begin].text == "(" &&
            line[begin].begin == line[2].begin + line[2].text.size())
            while (begin < line.size() && line[begin++].text != ")") {
            }
        const Tokens value(line.begin() + static_cast<std::ptrdiff_t>(std::min(begin, line.size())),
                           line.end());
        if (value.empty()) return;
        for (const OpenclToken& token : value)
            if (token.text == "#" || token.text == "[")
                return fault(token, token.text == "["
                                        ? "a macro cannot have an index, which could not be checked"
                                        : "a macro cannot join or quote words");
        for (const OpenclToken* end : {&value.front(), &value.back()})
            if (end->text == "*" || end->text == "&") return fault(*end, no_pointers);
        if (names_type(value.back())) return fault(value.back(), "a macro cannot stand for a type");
        body(value, true);
    }

    // T name[N]: their sizes.
    void find_arrays(const Tokens& tokens) {
        int depth = 0;  // of parentheses
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (tokens[i].text == "(") ++depth;
            if (tokens[i].text == ")") --depth;
            if (i < 2 || tokens[i].text != "[" || !names_type(tokens[i - 2]) || !tokens[i - 1].is_name())
                continue;
            const OpenclToken& name = tokens[i - 1];
            std::size_t size = 0;
            const bool literal = i + 2 < tokens.size() && tokens[i + 2].text == "]" &&
                                 number(tokens[i + 1].text, size) && size > 0;
            if (depth > 0) {
                fault(name, "a function cannot take an array; pass its values");
            } else if (!literal) {
                fault(name, "the size of an array must be an integer, such as " + name.text + "[9]");
            } else if (i + 3 < tokens.size() && tokens[i + 3].text == "[") {
                fault(name, "an array has one index; write " + name.text + "[COUNT] and compute it");
            } else if (const auto [at, first] = arrays_.emplace(name.text, size);
                       !first && at->second != size) {
                fault(name, "two arrays of different sizes are named '" + name.text + "'; rename one");
            } else {
                declared_.insert(i - 1);
            }
        }
    }
    static bool number(const std::string& word, std::size_t& value) {
        const auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), value);
        return wrong == std::errc() && end == word.data() + word.size();
    }

    void body(const Tokens& tokens, bool of_macro) {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const OpenclToken& token = tokens[i];
            if (token.text.empty())
                fault(token, "quotes are not allowed; a kernel works on numbers");
            else if (token.text == "*" || token.text == "&")
                i = operation(tokens, i);
            else if (token.text == "[" && !of_macro)
                index(tokens, i);
            else if (token.text == "-" && follows(tokens, i, ">"))
                fault(token, no_pointers);
            else if (token.is_name())
                name(tokens, i, of_macro);
        }
    }

    static bool follows(const Tokens& tokens, std::size_t i, const char* sign) {
        return i + 1 < tokens.size() && tokens[i + 1].text == sign &&
               tokens[i + 1].begin == tokens[i].begin + tokens[i].text.size();
    }

    // Whether token `i` ends a value, so that an operator may stand behind it.
    bool ends_value(const Tokens& tokens, std::size_t i) const {
        const std::string& text = tokens[i].text;
        if (text == "]") return true;
        if (text == ")") return !is_cast(tokens, i);
        if ((text == "+" || text == "-") && i > 1 && tokens[i - 1].text == text &&
            follows(tokens, i - 1, text.c_str()))
            return ends_value(tokens, i - 2);  // i++ * 2
        if (tokens[i].is_name()) return !names_type(tokens[i]) && !before_a_value().contains(text);
        return !text.empty() && text[0] >= '0' && text[0] <= '9';
    }
    // Whether the parenthesis that closes there holds only a type: "(int)"; but "sizeof(int)" is a value.
    bool is_cast(const Tokens& tokens, std::size_t close) const {
        std::size_t open = close;
        bool types = close > 0;
        while (types && open > 0 && tokens[--open].text != "(")
            types = names_type(tokens[open]) || tokens[open].text == "struct" ||
                    tokens[open].text == "unsigned" || tokens[open].text == "signed" ||
                    tokens[open].text == "const";
        if (!types || tokens[open].text != "(" || open + 1 == close) return false;
        return open == 0 || tokens[open - 1].text != "sizeof";
    }

    // '*' and '&' between two values; returns the last token of the operator.
    std::size_t operation(const Tokens& tokens, std::size_t i) {
        const bool value = i > 0 && ends_value(tokens, i - 1);
        const std::size_t last = tokens[i].text == "&" && follows(tokens, i, "&") ? i + 1 : i;
        static const Words pointers{")", ",", ";", "]", "*", "const", "restrict", "volatile", "&"};
        const bool ends = last + 1 < tokens.size() && pointers.contains(tokens[last + 1].text);
        if (!value || ends) fault(tokens[i], no_pointers);
        return last;
    }

    void index(const Tokens& tokens, std::size_t open) {
        if (open > 0 && declared_.contains(open - 1)) return;
        const auto array = open > 0 ? arrays_.find(tokens[open - 1].text) : arrays_.end();
        if (array == arrays_.end())
            return fault(
                tokens[open],
                "an index is only allowed behind an array of this text, such as V values[9]; parts of "
                "vectors are written v.s0");
        int depth = 0;
        for (std::size_t i = open; i < tokens.size(); ++i) {
            if (tokens[i].text == "[") ++depth;
            if (tokens[i].text != "]" || --depth > 0) continue;
            inserted_.emplace(tokens[open].begin + 1, "min((uint)(");
            inserted_.emplace(tokens[i].begin, "), " + std::to_string(array->second - 1) + "u)");
            return;
        }
    }

    void name(const Tokens& tokens, std::size_t i, bool of_macro) {
        const std::string& word = tokens[i].text;
        const bool is_part = i > 0 && tokens[i - 1].text == ".";  // v.s0
        if (is_part) return;
        if (arrays_.contains(word) && !declared_.contains(i) &&
            (of_macro || i + 1 == tokens.size() || tokens[i + 1].text != "["))
            return fault(tokens[i], "the array '" + word + "' must have an index here");
        const bool types = names_type(tokens[i]);
        if (word == "asm" || word.starts_with("__"))
            return fault(tokens[i], in_quotes(word) + " is not allowed; a kernel is plain OpenCL C");
        if (is_opencl_name(word) && !types && !is_lanewise_opencl_function(word) &&
            !of_vectors().contains(word) && !statements_of_c().contains(word))
            return fault(tokens[i],
                         in_quotes(word) +
                             " is not allowed: a kernel computes one value from its arguments, and "
                             "memory and work-items are the planner's");
        if (types && i > 0 && tokens[i - 1].text == "(" && i > 1 && macros_.contains(tokens[i - 2].text))
            return fault(tokens[i], "a macro cannot take a type");
        if (i + 1 < tokens.size() && tokens[i + 1].text == "(") call(tokens[i]);
    }
    void call(const OpenclToken& token) {
        const std::string& word = token.text;
        const auto& known = helpers();
        if (own_.contains(word) || fields_.contains(word) || is_lanewise_opencl_function(word) ||
            of_vectors().contains(word) || statements_of_c().contains(word) || is_kernel_type(word) ||
            structs_.contains(word) || std::find(known.begin(), known.end(), word) != known.end())
            return;
        std::vector<std::string> names(own_.begin(), own_.end());
        names.insert(names.end(), fields_.begin(), fields_.end());
        names.insert(names.end(), known.begin(), known.end());
        const std::string near = did_you_mean(word, names);
        fault(token,
              "there is no function " + in_quotes(word) +
                  (near.empty() ? "; a kernel calls its own functions, those of OpenCL for numbers, and " +
                                      listed(known)
                                : near));
    }

    std::string edited() const {
        std::string text = text_;
        for (auto at = inserted_.rbegin(); at != inserted_.rend(); ++at) text.insert(at->first, at->second);
        return text;
    }

    const std::string& text_;
    const std::string& file_;
    const std::set<std::string>& fields_;
    Diagnostics& faults_;
    std::set<std::string> own_, macros_, structs_;
    std::map<std::string, std::size_t> arrays_;  // their sizes
    std::set<std::size_t> declared_;             // tokens that name an array where it is declared
    std::multimap<std::size_t, std::string> inserted_;
    std::set<int> faulty_;
};

}  // namespace

bool is_kernel_type(const std::string& word) {
    return types_of_stages().contains(word) || is_opencl_type(word);
}

std::string checked_kernel_text(const std::string& text, const std::string& file,
                                const std::set<std::string>& fields, Diagnostics& faults) {
    return KernelRules(text, file, fields, faults).run();
}

}  // namespace sluice
