// A pipeline planned for formats and a device: checked, expanded, fused, placed. Nothing has run yet.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace sluice {

class Registry;

// The stages that come with sluice. To add stages of an application's own, copy it and add().
SLUICE_API const Registry& builtin_stages();

// What 'sluice tune --output FILE' wrote, for PlanOptions::tuning: plans that are made with it are the same
// on any machine with such a device. Throws Error(input, file). Any thread.
SLUICE_API std::shared_ptr<const DeviceTuning> read_tuning(const std::string& file);

// A value; any thread. Keeps the stages that it was made of, whatever becomes of the registry. One that was
// moved from throws Error(usage).
class SLUICE_API Plan : public Prepared {
public:
    // `input`: the format of the image that the graph leaves open at its start (`submit` takes such
    // images). Throws Error(usage) with every fault of the graph.
    Plan(const Graph& graph, const ImageFormat& input, const Device& device, const PlanOptions& options = {},
         const Registry& registry = builtin_stages());
    // Sources that name files are probed; `inputs` has the formats of the others by id.
    Plan(const Graph& graph, const SourceFormats& inputs, const Device& device,
         const PlanOptions& options = {}, const Registry& registry = builtin_stages());

    // Device memory of one frame.
    std::size_t peak_bytes() const;
    // How many strips a frame goes through in.
    std::size_t strips() const;
    // How often the rows of a Source are gone through from the top. Throws Error(usage) for an unknown id.
    std::size_t readings(const std::string& source) const;

    // What `sluice plan` prints: three lines; each step and its reason; the same as JSON; a drawing for dot.
    std::string summary() const;
    std::string text(bool kernels = false) const;
    std::string json() const;
    std::string dot() const;

private:
    const ExecutionPlan& made() const;
};

}  // namespace sluice
