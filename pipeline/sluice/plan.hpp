// A pipeline planned for formats and a device: checked, expanded, fused, placed. Nothing has run yet.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/run/session.hpp"

#include <string>

namespace sluice {

// The stages that come with sluice. To add stages of an application's own, copy it and add().
const Registry& builtin_stages();

// A value; any thread. Keeps the stages that it was made of, whatever becomes of the registry. One that was
// moved from throws Error(usage).
class Plan : public Prepared {
public:
    // `input`: the format of the image that the graph leaves open at its start (`submit` takes such
    // images). Throws Error(usage) with every fault of the graph.
    Plan(const Graph& graph, const ImageFormat& input, const Device& device, const PlanOptions& options = {},
         const Registry& registry = builtin_stages());
    // Sources that name files are probed; `inputs` has the formats of the others by id.
    Plan(const Graph& graph, const SourceFormats& inputs, const Device& device,
         const PlanOptions& options = {}, const Registry& registry = builtin_stages());

    std::string summary() const { return plan_summary(made()); }
    std::string text(bool kernels = false) const { return plan_text(made(), kernels); }
    std::string json() const { return plan_json(made()); }
    std::string dot() const { return plan_dot(made()); }

private:
    const ExecutionPlan& made() const;
};

}  // namespace sluice
