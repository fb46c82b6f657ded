#include "pipeline/sluice/plan.hpp"

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/sluice/stages_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice {
namespace {

CheckedGraph checked(const Graph& graph, const Registry& registry) {
    Diagnostics faults;
    CheckedGraph result = check(graph, registry, faults, {.open_ends = true});
    faults.throw_if_errors();
    return result;
}

// The format of an application's own image: there must be one Source that takes it.
SourceFormats only(const CheckedGraph& graph, const ImageFormat& format) {
    std::vector<std::string> open;
    for (const CheckedNode& node : graph.nodes)
        if (const auto* source = node.stage->as<SourceDef>(); source != nullptr && !source->probe)
            open.push_back(node.id);
    if (open.size() == 1) return {{open[0], format}};
    throw Error(Error::Kind::usage, "plan",
                open.empty() ? "every image of this graph comes from a file: give no format"
                             : "this graph takes " + std::to_string(open.size()) +
                                   " images: give the format of each by its id");
}

// What a caller could get wrong about a format; files cannot.
void refuse_formats(const SourceFormats& formats) {
    for (const auto& [id, format] : formats) {
        const auto refuse = [id = id](const std::string& what) { throw Error(Error::Kind::usage, id, what); };
        if (format.channels < 1 || format.channels > 4)
            refuse("an image has 1 to 4 channels, not " + std::to_string(format.channels));
        if (format.grey_alpha && format.channels != 2)
            refuse("grey_alpha is for two channels, not " + std::to_string(format.channels));
        if (format.width == 0 || format.height == 0 || format.layers == 0)
            refuse("an image without pixels: " + format.text());
        constexpr std::size_t most = 0x7fffffff;  // kernels count columns and rows in int
        if (format.width > most || format.height > most / format.layers)
            refuse("an image has at most " + std::to_string(most) +
                   " columns and rows, of all layers: " + format.text());
        if (format.rows() > std::numeric_limits<std::size_t>::max() / format.device_pitch())
            refuse("an image of more bytes than there are addresses: " + format.text());
        if (!std::isfinite(format.white) || format.white < 0)
            refuse("white is a code value above 0, or 0 for that of the pixel type, not " +
                   number_text(format.white));
    }
}

ExecutionPlan planned(CheckedGraph graph, const SourceFormats& given, const Device& device,
                      const PlanOptions& options, const Registry& registry) {
    refuse_formats(given);
    for (const auto& [id, format] : given) {
        const auto node = graph.find(id);
        if (!node || graph.nodes[*node].stage->kind() != Kind::source)
            throw Error(Error::Kind::usage, id,
                        "a format is given for it, but this graph has no such source");
    }
    const SourceFormats formats = probe(graph, given);
    return make_plan(graph, registry, formats, device.facts(), options);
}

}  // namespace

const Registry& builtin_stages() {
    static const Registry registry(stage_table());
    return registry;
}

Plan::Plan(const Graph& graph, const ImageFormat& input, const Device& device, const PlanOptions& options,
           const Registry& registry)
    : Prepared{device, [&] {
                   const CheckedGraph ready = checked(graph, registry);
                   return planned(ready, only(ready, input), device, options, registry);
               }()} {}

Plan::Plan(const Graph& graph, const SourceFormats& inputs, const Device& device, const PlanOptions& options,
           const Registry& registry)
    : Prepared{device, planned(checked(graph, registry), inputs, device, options, registry)} {}

const ExecutionPlan& Plan::made() const {
    if (!device) throw Error(Error::Kind::usage, "plan", "is empty: it was moved from");
    return *execution;
}

std::size_t Plan::peak_bytes() const { return made().peak_bytes; }
std::size_t Plan::strips() const { return made().strips; }

std::size_t Plan::readings(const std::string& source) const {
    const auto& names = made().graph.names;
    const auto found = names.find(source);
    if (found == names.end() || !made().graph.nodes[found->second].is(Kind::source))
        throw Error(Error::Kind::usage, source, "this plan has no such source");
    return made().readings(found->second);
}

std::string Plan::summary() const { return plan_summary(made()); }
std::string Plan::text(bool kernels) const { return plan_text(made(), kernels); }
std::string Plan::json() const { return plan_json(made()); }
std::string Plan::dot() const { return plan_dot(made()); }

}  // namespace sluice
