#include "pipeline/plan/primitives/function.hpp"

#include "kernels/kernels.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

namespace {

std::string stem_of(const std::string& file) { return file.substr(0, file.rfind('.')); }

// The texts of a pipeline's functions stand in one program: what two of them defined would be there twice.
void check_owner(const Signature& function, const std::vector<std::string>& files, Diagnostics& faults) {
    const std::string own = stem_of(function.file);
    for (const std::string& file : files)
        if (const std::string stem = stem_of(file);
            file != function.file && stem.size() >= own.size() && function.name.starts_with(stem))
            faults.error({function.file, function.line, 0}, function.name,
                         cat("names that start with '", stem, "' are those of ", file));
}

}  // namespace

Signature kernel_function(const KernelFunction& function, const std::string& id) {
    const std::string file = cat(function.file, ".cl");
    const auto text = kernel_text(file);
    if (!text) throw Error(Error::Kind::usage, id, cat("there is no kernel text ", file));
    Diagnostics faults;
    std::optional<Signature> found;
    const std::vector<std::string> files = kernel_names();
    for (const Signature& signature : parse_signatures(*text, file, faults)) {
        check_owner(signature, files, faults);
        if (signature.name == function.name && !found) found = signature;
    }
    if (found) check_argument_types(*found, faults);
    faults.throw_if_errors();
    if (!found) throw Error(Error::Kind::usage, id, cat(file, " has no function ", function.name));
    return *found;
}

Signature stage_function(const Primitives& graph, const Primitive& node) {
    return kernel_function(node.stage->call()->function(graph.inputs_of(node)), node.id);
}

namespace {

using Words = std::set<std::string_view>;

// What passes and tables of levels offer to all functions (lanes.clh, round.clh, power.clh), and divide.clh,
// which keeps lanes apart. Whatever else they offer mixes lanes, as RED does, or counts them.
const Words& lanewise_words() {
    static const Words words{"V",          "VI",           "REAL",
                             "INT",        "WIDE",         "FP64",
                             "CONVERT",    "CHANNELS",     "ALPHA_LANES",
                             "MAGIC",      "TABLE",        "TAKE",
                             "power",      "round_even",   "saturate_unsigned",
                             "round_half", "round_signed", "saturate_signed",
                             "INFINITY",   "NAN",          "round_unsigned",
                             "divide",     "TABLE_NUMBER"};
    return words;
}

const Words& statements() {
    static const Words words{"if", "for", "while", "switch", "return", "sizeof"};
    return words;
}

const Words& transcendental_words() {
    static const Words words{"power", "pow",   "powr", "pown",  "rootn", "exp",  "exp2",   "exp10",
                             "expm1", "log",   "log2", "log10", "log1p", "sin",  "cos",    "tan",
                             "asin",  "acos",  "atan", "atan2", "sinh",  "cosh", "tanh",   "asinh",
                             "acosh", "atanh", "cbrt", "hypot", "erf",   "erfc", "lgamma", "tgamma"};
    return words;
}

Cost cost(std::string_view word) {
    if (transcendental_words().contains(word)) return Cost::transcendental;
    return word == "divide" || word == "root" ? Cost::divisions : Cost::plain;
}

// Macros are written so.
bool is_upper_case(const std::string& word) {
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    return std::none_of(word.begin(), word.end(), lower);
}

// Looks at a function and at all that it calls, each once.
class NatureReader {
public:
    FunctionNature read(const Signature& function) {
        read_file(function.file);
        read_function(function);
        const auto place = [](const Argument& a) {
            return a.name == "X" || a.name == "Y" || a.type == "SRC";
        };
        nature_.lanewise &= std::none_of(function.arguments.begin(), function.arguments.end(), place);
        return nature_;
    }

private:
    void read_file(const std::string& file) {
        if (!files_.insert(file).second) return;
        const auto text = kernel_text(file);
        if (!text) {
            nature_.lanewise = false;
            return;
        }
        Diagnostics faults;  // are told where the text is compiled
        Definitions defined = parse_definitions(*text, file, faults);
        for (Signature& function : defined.functions)
            functions_[function.name].push_back(std::move(function));
        others_.merge(defined.others);
        constexpr std::string_view folder = "kernels/";
        for (const std::string& name : defined.includes)
            read_file(name.starts_with(folder) ? name.substr(folder.size()) : "");
    }

    void read_function(const Signature& function) {
        nature_.lanewise &= !function.takes_parts;
        for (const std::string& word : function.words) {
            nature_.cost = std::max(nature_.cost, cost(word));
            nature_.lanewise &= others_.contains(word) ? false : keeps_lanes(function, word);
        }
    }

    bool keeps_lanes(const Signature& function, const std::string& word) {
        if (function.argument(word) != nullptr || lanewise_words().contains(word)) return true;
        if (!function.calls.contains(word)) return !is_upper_case(word);
        const auto own = functions_.find(word);
        if (own == functions_.end()) return statements().contains(word) || is_lanewise_opencl_function(word);
        if (seen_.insert(word).second)
            for (const Signature& called : own->second) read_function(called);
        return true;
    }

    std::set<std::string> files_, others_, seen_;
    std::map<std::string, std::vector<Signature>> functions_;  // several of a name: one for each #if
    FunctionNature nature_{true, Cost::plain};
};

}  // namespace

FunctionNature nature_of(const Signature& function) { return NatureReader().read(function); }

}  // namespace sluice
