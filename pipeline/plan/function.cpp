#include "pipeline/plan/function.hpp"

#include "kernels/kernels.hpp"
#include "pipeline/plan/text.hpp"

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

}  // namespace sluice
