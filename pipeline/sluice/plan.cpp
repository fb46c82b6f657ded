#include "pipeline/sluice/plan.hpp"

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/run/measure.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/run/tuning_file.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/stages_table.hpp"

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {
namespace {

CheckedGraph checked(const Graph& graph, const Registry& registry) {
    return check_or_throw(graph, registry, {.open_ends = true});
}

// The format of an application's own image: there must be one Source that takes it.
SourceFormats only(const CheckedGraph& graph, const ImageFormat& format) {
    std::vector<std::string> open;
    for (const CheckedNode& node : graph.nodes)
        if (const auto* source = node.stage->as<SourceDef>(); source != nullptr && !source->open)
            open.push_back(node.id);
    if (open.size() == 1) return {{open[0], format}};
    throw Error(Error::Kind::usage, "plan",
                open.empty() ? "every image of this graph comes from a file; give no format"
                             : "this graph takes " + std::to_string(open.size()) +
                                   " images; give the format of each by its id");
}

SourceFormats formats_of(const std::map<std::string, SubmittedImage>& images) {
    const auto format = [](const auto& image) -> const ImageFormat& {
        if constexpr (std::is_same_v<std::decay_t<decltype(image)>, LentView>)
            return image.view.format;
        else
            return image.format;
    };
    SourceFormats formats;
    for (const auto& [id, image] : images) formats.emplace(id, std::visit(format, image));
    return formats;
}

ExecutionPlan planned(CheckedGraph graph, const SourceFormats& given, const Device& device,
                      const PlanOptions& options) {
    const Opened opened = open_files(graph, given);
    return prepare(graph, opened, device.facts(), {.plan = options});
}

}  // namespace

const Registry& builtin_stages() {
    static const Registry registry(stage_table(), batch_options().params());
    return registry;
}

std::shared_ptr<const DeviceTuning> read_tuning(const std::string& file) { return tuning_of_file(file); }

Plan::Plan(const Graph& graph, const ImageFormat& input, const Device& device, const PlanOptions& options,
           const Registry& registry)
    : Prepared{device, [&] {
                   CheckedGraph ready = checked(graph, registry);
                   const SourceFormats inputs = only(ready, input);
                   return planned(std::move(ready), inputs, device, options);
               }()} {}

Plan::Plan(const Graph& graph, const SourceFormats& inputs, const Device& device, const PlanOptions& options,
           const Registry& registry)
    : Prepared{device, planned(checked(graph, registry), inputs, device, options)} {}

Plan Plan::measured(const Graph& graph, const std::map<std::string, SubmittedImage>& images,
                    const Device& device, const PlanOptions& options, const Registry& registry,
                    const Log& warn) {
    CheckedGraph ready = checked(graph, registry);
    Opened opened = open_files(ready, formats_of(images));
    measure(ready, opened, images, device, {.plan = options}, [&](const Wording& text) {
        if (warn) warn({LogMessage::Severity::warning, "", text});
    });
    return Plan(Prepared{device, prepare(ready, opened, device.facts(), {.plan = options})});
}

const ExecutionPlan& Plan::made() const {
    if (!device) throw Error(Error::Kind::usage, "plan", "is empty, because it was moved from");
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
