#include "pipeline/graph/opencl/signature.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/opencl/tokens.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace sluice {
namespace {

using Tokens = std::vector<OpenclToken>;
using At = Tokens::const_iterator;

bool is_any(const std::string& text, std::initializer_list<const char*> of) {
    return std::any_of(of.begin(), of.end(), [&](const char* word) { return text == word; });
}

// Behind the bracket that closes the one at `open`.
std::optional<At> closed_bracket(At open, At end) {
    const std::string close = open->text == "(" ? ")" : open->text == "[" ? "]" : "}";
    int depth = 0;
    for (At at = open; at != end; ++at) {
        if (at->text == open->text) ++depth;
        if (at->text == close && --depth == 0) return at + 1;
    }
    return std::nullopt;
}
At behind_bracket(At open, At end) { return closed_bracket(open, end).value_or(end); }

// A type as arguments are compared by it: qualifiers away, one name for each address space.
std::string type_text(At begin, At end) {
    std::string type;
    for (At at = begin; at != end; ++at) {
        if (is_any(at->text,
                   {"const", "restrict", "__restrict", "volatile", "static", "inline", "kernel", "__kernel"}))
            continue;
        if (at->text == "*") {
            type += '*';
            continue;
        }
        if (!type.empty()) type += ' ';
        type += is_any(at->text, {"global", "local", "constant", "private"}) ? "__" + at->text : at->text;
    }
    return type;
}

class SignatureReader {
public:
    SignatureReader(const std::string& file, Diagnostics& faults)
        : file_(file), stem_(std::filesystem::path(file).stem().string()), faults_(faults) {
        upper_stem_ = stem_;
        for (char& c : upper_stem_)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }

    Definitions run(const OpenclTokens& read) {
        for (const OpenclToken& macro : read.macros) {
            check_macro(macro);
            others_.insert(macro.text);
        }
        for (At at = read.tokens.begin(); at != read.tokens.end();) at = item(at, read.tokens.end());
        return {std::move(found_), std::move(others_), read.includes};
    }

private:
    void fault(int line, const std::string& subject, std::string message) {
        faults_.error({file_, line, 0}, subject, std::move(message));
    }

    bool starts_with(const std::string& name, const std::string& stem) const {
        return name.compare(0, stem.size(), stem) == 0;
    }

    void check_macro(const OpenclToken& name) {
        if (!starts_with(name.text, stem_) && !starts_with(name.text, upper_stem_))
            fault(name.line, name.text,
                  "a macro of this file must start with '" + stem_ + "' or '" + upper_stem_ + "'");
    }

    void check_other(const OpenclToken& name, const std::string& kind) {
        others_.insert(name.text);
        check_name(name, kind);
    }

    void check_name(const OpenclToken& name, const std::string& kind) {
        if (is_opencl_name(name.text))
            fault(name.line, name.text, "OpenCL C has this name already");
        else if (!starts_with(name.text, stem_))
            fault(name.line, name.text, "a " + kind + " of this file must start with '" + stem_ + "'");
    }

    // One definition or declaration at file scope; returns where the next begins.
    At item(At begin, At end) {
        bool has_value = false;  // '=' was seen: braces are an initializer
        Tokens parts;            // without what stands in braces and behind '='
        for (At at = begin; at != end;) {
            if (at->text == ";") {
                declaration(parts);
                return at + 1;
            }
            if (is_any(at->text, {")", "]", "}"})) {
                fault(at->line, "", "'" + at->text + "' closes nothing");
                return at + 1;
            }
            if (at->text == "=") has_value = true;
            if (!is_any(at->text, {"(", "[", "{"})) {
                if (!has_value) parts.push_back(*at);
                ++at;
                continue;
            }
            const std::optional<At> behind = closed_bracket(at, end);
            if (!behind) {
                fault(at->line, "", "'" + at->text + "' is not closed");
                return end;
            }
            if (at->text == "{" && !has_value && !parts.empty() && parts.back().text == ")") {
                function(parts);
                if (!found_.empty()) body(found_.back(), at, *behind);
                return *behind;
            }
            if (at->text != "{" && !has_value) parts.insert(parts.end(), at, *behind);
            at = *behind;
        }
        if (!parts.empty()) fault(parts.back().line, "", "';' or a function's body is missing at the end");
        return end;
    }

    // struct, typedef, global variable, prototype.
    void declaration(const Tokens& parts) {
        const bool is_typedef = !parts.empty() && parts.front().text == "typedef";
        for (At at = parts.begin(); at != parts.end(); ++at) {
            const bool tagged = is_any(at->text, {"struct", "union", "enum"});
            if (tagged && at + 1 != parts.end() && (at + 1)->is_name() && parts.size() == 2)
                check_other(*(at + 1), "type");
            if (at->text == "(" && !is_typedef) return;  // a prototype defines nothing
        }
        // The declared name is the last one, before the size of an array.
        At name =
            std::find_if(parts.begin(), parts.end(), [](const OpenclToken& t) { return t.text == "["; });
        if (parts.size() > 2 ||
            (parts.size() == 2 && !is_any(parts.front().text, {"struct", "union", "enum"})))
            if (name != parts.begin() && (--name)->is_name())
                check_other(*name, is_typedef ? "type" : "global variable");
    }

    // `parts` are: result, name, (arguments), perhaps attributes before or behind.
    void function(const Tokens& parts) {
        At open = parts.end();
        for (At at = parts.begin(); at != parts.end();) {
            if (at->text != "(") {
                ++at;
                continue;
            }
            const At behind = behind_bracket(at, parts.end());
            if (at != parts.begin() && (at - 1)->is_name() &&
                !is_any((at - 1)->text, {"__attribute__", "__attribute"}))
                open = at;
            at = behind;
        }
        if (open == parts.end())
            return fault(parts.front().line, "", "a function's name is expected before its arguments");
        const At name = open - 1;
        Signature signature{file_, name->line, result(parts.begin(), name), name->text, {}, {}, {}, 0, false};
        if (signature.result.empty()) fault(name->line, name->text, "it has no result type");
        check_name(*name, "function");
        if (!names_.insert(name->text).second) fault(name->line, name->text, "it is defined twice");
        arguments(signature, open + 1, behind_bracket(open, parts.end()) - 1);
        found_.push_back(std::move(signature));
    }

    static void body(Signature& signature, At begin, At end) {
        for (At at = begin; at != end; ++at) {
            if (at->is_name()) signature.words.insert(at->text);
            if (at + 1 == end) return;
            const At next = at + 1;
            if (at->is_name() && next->text == "(") {
                signature.calls.insert(at->text);
                ++signature.operations;
            }
            if (operates(*at) && !operates(*next)) ++signature.operations;
            // v.s0, v[0], (REAL *)&v: an address is what '&' takes of a name behind a sign or a cast.
            const bool sign = !at->is_name() && !is_any(at->text, {")", "]", "&"}) && !is_number(*at);
            signature.takes_parts |= at->text == "[" || (at->text == "." && next->is_name()) ||
                                     (at->text == "*" && next->text == ")") ||
                                     (sign && next->text == "&" && at != begin);
        }
    }
    static bool operates(const OpenclToken& token) {
        return is_any(token.text, {"+", "-", "*", "/", "%", "<", ">", "?", "&", "|", "^"});
    }
    static bool is_number(const OpenclToken& token) {
        return !token.text.empty() && token.text[0] >= '0' && token.text[0] <= '9';
    }

    static std::string result(At begin, At end) {
        Tokens words;
        for (At at = begin; at != end;) {
            if (is_any(at->text, {"__attribute__", "__attribute"}) && at + 1 != end) {
                at = behind_bracket(at + 1, end);
            } else {
                words.push_back(*at++);
            }
        }
        return type_text(words.begin(), words.end());
    }

    void arguments(Signature& signature, At begin, At end) {
        if (begin == end || (begin + 1 == end && begin->text == "void")) return;
        for (At at = begin;; ++at) {
            const At comma = std::find_if(at, end, [](const OpenclToken& t) { return t.text == ","; });
            argument(signature, at, comma);
            if (comma == end) return;
            at = comma;
        }
    }

    void argument(Signature& signature, At begin, At end) {
        const At bracket = std::find_if(begin, end, [](const OpenclToken& t) { return t.text == "["; });
        const std::string which = "argument " + std::to_string(signature.arguments.size() + 1);
        Argument argument;
        if (bracket - begin >= 2 && (bracket - 1)->is_name()) {
            argument.type = type_text(begin, bracket - 1) + (bracket == end ? "" : "*");
            argument.name = (bracket - 1)->text;
        }
        if (argument.type.empty() || argument.type == "*")
            fault(begin == end ? signature.line : begin->line, signature.name,
                  which + " needs a type and a name");
        else if (signature.argument(argument.name) != nullptr)
            fault(begin->line, signature.name, "two arguments are named '" + argument.name + "'");
        signature.arguments.push_back(std::move(argument));
    }

    const std::string& file_;
    std::string stem_;
    std::string upper_stem_;
    Diagnostics& faults_;
    std::vector<Signature> found_;
    std::set<std::string> names_, others_;
};

}  // namespace

const Argument* Signature::argument(const std::string& wanted) const {
    const auto at =
        std::find_if(arguments.begin(), arguments.end(), [&](const Argument& a) { return a.name == wanted; });
    return at == arguments.end() ? nullptr : &*at;
}

Definitions parse_definitions(std::string_view text, const std::string& file, Diagnostics& faults) {
    return SignatureReader(file, faults).run(opencl_tokens(text, file, faults));
}

std::vector<Signature> parse_signatures(std::string_view text, const std::string& file, Diagnostics& faults) {
    return parse_definitions(text, file, faults).functions;
}

const std::vector<std::string>& stage_argument_types() {
    static const std::vector<std::string> types{
        "V",       "VI",  "REAL", "float",          "int",           "uint", "long", "TABLE",
        "PICTURE", "SRC", "LIST", "__global uint*", "__local ulong*"};
    return types;
}

void check_argument_types(const Signature& function, Diagnostics& faults) {
    const std::vector<std::string>& types = stage_argument_types();
    for (const Argument& argument : function.arguments)
        if (std::find(types.begin(), types.end(), argument.type) == types.end())
            faults.error({function.file, function.line, 0}, function.name + "." + argument.name,
                         "an argument of a stage's function cannot be " + in_quotes(argument.type) +
                             "; it can be: " + listed(types));
}

}  // namespace sluice
