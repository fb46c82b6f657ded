#include "pipeline/sluice/plan.hpp"

#include "pipeline/core/format_fault.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/plan/schedule/strategy_numbers.hpp"
#include "pipeline/run/tuning_file.hpp"
#include "pipeline/sluice/stages_table.hpp"

#include <algorithm>

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
        if (const auto* source = node.stage->as<SourceDef>(); source != nullptr && !source->open)
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
        if (const std::string fault = format_fault(format); !fault.empty())
            throw Error(Error::Kind::usage, id, fault);
    }
}

void refuse_options(const PlanOptions& options) {
    std::vector<std::string> faults{enumerator_fault("storage", options.storage),
                                    enumerator_fault("finish", options.finish)};
    for (const auto& [id, storage] : options.storage_of)
        faults.push_back(enumerator_fault("storage_of " + id, storage));
    if (const int n = options.pixels_at_once; n != 0 && n != 1 && n != 2 && n != 4)
        faults.push_back("pixels_at_once is 0, 1, 2 or 4, not " + std::to_string(n));
    if (options.tuning)
        if (const std::string fault = tuning_fault(*options.tuning); !fault.empty())
            faults.push_back("tuning: " + fault);
    for (const std::string& fault : faults)
        if (!fault.empty()) throw Error(Error::Kind::usage, "plan", fault);
}

ExecutionPlan planned(CheckedGraph graph, const SourceFormats& given, const Device& device,
                      const PlanOptions& options, const Registry& registry) {
    refuse_options(options);
    refuse_formats(given);
    const std::vector<std::string> sources = graph.sources();
    for (const auto& [id, format] : given)
        if (std::find(sources.begin(), sources.end(), id) == sources.end())
            throw Error(Error::Kind::usage, id,
                        "a format is given for it, but this graph has no such source" +
                            did_you_mean(id, sources) + "; there are: " + listed(sources));
    const SourceFormats formats = open_sources(graph, given).formats;
    PlanOptions decided = options;
    if (!decided.tuning) decided.tuning = own_tuning(device.facts());
    return make_plan(graph, registry, formats, device.facts(), decided);
}

}  // namespace

const Registry& builtin_stages() {
    static const Registry registry(stage_table());
    return registry;
}

std::shared_ptr<const DeviceTuning> read_tuning(const std::string& file) { return tuning_of_file(file); }

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
