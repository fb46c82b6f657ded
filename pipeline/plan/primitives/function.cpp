#include "pipeline/plan/primitives/function.hpp"

#include "pipeline/plan/primitives/definitions.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

Signature kernel_function(const KernelFunction& function, const std::string& id,
                          const std::shared_ptr<const std::string>& own) {
    const std::string file = cat(function.file, ".cl");
    const auto definitions = kernel_definitions(file, own);
    if (!definitions) throw Error(Error::Kind::usage, id, cat("there is no kernel text ", file));
    Diagnostics faults = definitions->faults;
    const std::vector<Signature>& all = definitions->defined.functions;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Signature& s) { return s.name == function.name; });
    if (found != all.end()) check_argument_types(*found, faults);
    faults.throw_if_errors();
    if (found == all.end())
        throw Error(Error::Kind::usage, id, cat(file, " has no function ", function.name));
    Signature signature = *found;
    signature.text = own;
    return signature;
}

Signature stage_function(const Primitives& graph, const Primitive& node) {
    const KernelCall& call = *node.stage->call();
    return kernel_function(call.function(graph.inputs_of(node)), node.id, call.text);
}

bool table_takes(const Primitives& graph, const Primitive& node, const std::string& argument) {
    if (!node.is(Kind::table) || node.is_given() || !node.chain.empty()) return false;
    return stage_function(graph, node).argument(argument) != nullptr;
}

namespace {

using Words = std::set<std::string_view>;

// What passes and tables of levels offer to all functions (lanes.clh, round.clh, power.clh), and divide.clh
// and logarithm.clh, which keep lanes apart. Whatever else they offer mixes lanes, as RED does, or counts
// them.
const Words& lanewise_words() {
    static const Words words{"V",
                             "VI",
                             "REAL",
                             "INT",
                             "WIDE",
                             "FP64",
                             "CONVERT",
                             "CHANNELS",
                             "ALPHA_LANES",
                             "MAGIC",
                             "TABLE",
                             "TAKE",
                             "power",
                             "round_even",
                             "saturate_unsigned",
                             "round_half",
                             "round_signed",
                             "saturate_signed",
                             "INFINITY",
                             "NAN",
                             "round_unsigned",
                             "divide",
                             "TABLE_NUMBER",
                             "power_moderate",
                             "logarithm_1p",
                             "logarithm_asinh"};
    return words;
}

const Words& statements() {
    static const Words words{"if", "for", "while", "switch", "return", "sizeof"};
    return words;
}

const Words& transcendental_words() {
    static const Words words{"power",
                             "power_moderate",
                             "pow",
                             "powr",
                             "pown",
                             "rootn",
                             "exp",
                             "exp2",
                             "exp10",
                             "expm1",
                             "log",
                             "log2",
                             "log10",
                             "log1p",
                             "sin",
                             "cos",
                             "tan",
                             "asin",
                             "acos",
                             "atan",
                             "atan2",
                             "sinh",
                             "cosh",
                             "tanh",
                             "asinh",
                             "acosh",
                             "atanh",
                             "cbrt",
                             "hypot",
                             "erf",
                             "erfc",
                             "lgamma",
                             "tgamma",
                             "logarithm_1p",
                             "logarithm_asinh",
                             "arc"};
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
        read_file(function.file, function.text);
        read_function(function);
        const auto gathers = [](const Argument& a) { return a.type == "SRC"; };
        nature_.lanewise &= !takes_place(function) &&
                            std::none_of(function.arguments.begin(), function.arguments.end(), gathers);
        return nature_;
    }

private:
    void read_file(const std::string& file, const std::shared_ptr<const std::string>& own = nullptr) {
        if (!files_.insert(file).second) return;
        const auto definitions = kernel_definitions(file, own);
        if (!definitions) {
            nature_.lanewise = false;
            return;
        }
        read_.push_back(definitions);
        const Definitions& defined = definitions->defined;
        for (const Signature& function : defined.functions) functions_[function.name].push_back(&function);
        others_.insert(defined.others.begin(), defined.others.end());
        constexpr std::string_view folder = "kernels/";
        for (const std::string& name : defined.includes)
            read_file(name.starts_with(folder) ? name.substr(folder.size()) : "");
    }

    void read_function(const Signature& function) {
        nature_.lanewise &= !function.takes_parts;
        const bool rounds = function.words.contains("for") || function.words.contains("while");
        nature_.work.operations += static_cast<double>(function.operations) * (rounds ? some_rounds : 1);
        for (const std::string& word : function.words) {
            const Cost costs = cost(word);
            nature_.cost = std::max(nature_.cost, costs);
            if (costs == Cost::transcendental) nature_.work.transcendentals += 1;
            if (costs == Cost::divisions) nature_.work.divisions += 1;
            if (word == "TAKE" || word == "take_levels" || word == "TABLE_NUMBER") nature_.work.lookups += 1;
            nature_.by_channel |= word == "CHANNELS" || word == "ALPHA_LANES";
            nature_.loops |= word == "for" || word == "while" || word == "TAKE";
            nature_.lanewise &= others_.contains(word) ? false : keeps_lanes(function, word);
        }
    }

    bool keeps_lanes(const Signature& function, const std::string& word) {
        if (function.argument(word) != nullptr || lanewise_words().contains(word)) return true;
        if (!function.calls.contains(word)) return !is_upper_case(word);
        const auto own = functions_.find(word);
        if (own == functions_.end()) return statements().contains(word) || is_lanewise_opencl_function(word);
        if (seen_.insert(word).second)
            for (const Signature* called : own->second) read_function(*called);
        return true;
    }

    std::set<std::string> files_, others_, seen_;
    std::vector<std::shared_ptr<const KernelDefinitions>> read_;
    std::map<std::string, std::vector<const Signature*>> functions_;  // several of a name: one for each #if
    static constexpr double some_rounds = 4;
    FunctionNature nature_{true, false, Cost::plain, false, {}};
};

}  // namespace

bool takes_place(const Signature& function) {
    return std::any_of(function.arguments.begin(), function.arguments.end(),
                       [](const Argument& a) { return a.name == "X" || a.name == "Y"; });
}

FunctionNature nature_of(const Signature& function) { return NatureReader().read(function); }

}  // namespace sluice
