#include "pipeline/plan/function.hpp"

#include "kernels/kernels.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <initializer_list>

namespace sluice {

Signature stage_function(const Primitives& graph, const Primitive& node) {
    const KernelFunction function = node.stage->function(graph.inputs_of(node));
    const std::string file = cat(function.file, ".cl");
    const auto text = kernel_text(file);
    if (!text) throw Error(Error::Kind::usage, node.id, cat("there is no kernel text ", file));
    Diagnostics faults;
    for (const Signature& signature : parse_signatures(*text, file, faults)) {
        if (signature.name != function.name) continue;
        check_argument_types(signature, faults);
        faults.throw_if_errors();
        return signature;
    }
    faults.throw_if_errors();
    throw Error(Error::Kind::usage, node.id, cat(file, " has no function ", function.name));
}

namespace {

bool uses_any(const Signature& function, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return function.words.count(word) != 0; });
}

}  // namespace

bool lanewise(const Signature& function) {
    return !function.uses_macros &&
           !uses_any(function, {"RED", "GREEN", "BLUE", "ALPHA", "GREY", "FIRST", "X", "Y", "AT", "SAMPLE",
                                "PIXEL_OF_LANE", "INSIDE", "whole_luma"});
}

bool transcendental(const Signature& function) {
    return uses_any(function,
                    {"power", "pow",   "powr",  "pown", "rootn", "exp", "exp2", "exp10",  "expm1", "log",
                     "log2",  "log10", "log1p", "sin",  "cos",   "tan", "asin", "acos",   "atan",  "atan2",
                     "sinh",  "cosh",  "tanh",  "cbrt", "hypot", "erf", "erfc", "lgamma", "tgamma"});
}

}  // namespace sluice
