// The only way from a checked graph to a plan. The program, Batch, Plan and the Python module all use it, so
// that they reject the same graphs with the same messages. No other code calls make_plan.
#pragma once

#include "pipeline/core/warn.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/rewrite/give_tables.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sluice {

// Why a batch rejects a Table that is kept from frame to frame.
inline constexpr const char* no_stream =
    "uses earlier frames, but the files of a batch are not a sequence: they are processed in any order, by "
    "several devices; leave it out here ('sluice run' and a Session accept it)";

// Calls check(). Throws Error(usage) with all errors; `warn` receives the warnings.
CheckedGraph check_or_throw(const Graph& graph, const Registry& registry, const CheckOptions& options = {},
                            const Warn& warn = {});

// Checks the names of the pipeline's files (refuse_files), then opens the files that it reads (open_sources).
// Also throws Error(usage) if a format is impossible, or is given for a Source that the graph does not have.
Opened open_files(CheckedGraph& graph, const SourceFormats& given = {}, SourceChoices* choices = nullptr);

struct PrepareOptions {
    // If no tuning is given, the tuning of this machine for the device is used.
    PlanOptions plan = {};
    // Limit of host memory for images of files that are processed once. Unset: images are held whole.
    MemoryLimit memory = {};
    // The plan is for the files of a batch: all Tables whose stages declare what callers see are observed,
    // for the manifest, and no Table may be kept from frame to frame.
    bool of_batch = false;
};

// Makes a plan for the formats of `opened`. With a memory limit, the plan depends on the open files: images
// that fit are held whole; others are streamed by rows (ExecutionPlan::by_rows), or held whole and processed
// in strips. Throws Error(usage) if this device cannot run the pipeline. Throws Error(input, file) if an
// image does not fit in any way, with the limit that would be enough and the reason why it cannot be
// streamed.
ExecutionPlan prepare(const CheckedGraph& graph, const Opened& opened, const DeviceFacts& device,
                      PrepareOptions options = {});

// The statistics that such a plan measures of whole images, and what they follow from. Observed, they can be
// PlanOptions::given to another plan with the same stages.
std::vector<Measured> measured_by(const CheckedGraph& graph, const SourceFormats& formats,
                                  const DeviceFacts& device, const PlanOptions& options = {});

// In strips, so that the frame takes at most `room` bytes of the host's memory, for who counts by himself
// what lies beside it: the steps of a batch. Nothing where it has no room; then `least` is what the smallest
// would take. Throws Error(usage) too for what does not go in strips.
std::optional<ExecutionPlan> prepare_strips(const CheckedGraph& graph, const SourceFormats& formats,
                                            const DeviceFacts& device, const PrepareOptions& options,
                                            std::size_t room, std::size_t& least);

}  // namespace sluice
