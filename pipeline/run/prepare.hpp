// The one way from a checked graph to a plan. The program, a Batch, Plan and the module for Python all come
// here, so that they refuse the same graphs in the same words; nobody else calls make_plan.
#pragma once

#include "pipeline/core/warn.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

// Why a batch refuses a Table that is kept from frame to frame.
inline constexpr const char* no_stream =
    "uses earlier frames, but the files of a batch are not a sequence: they are processed in any order, by "
    "several devices; leave it out here ('sluice run' and a Session accept it)";

// check(); throws Error(usage) with every fault. `warn` hears of the rest.
CheckedGraph check_or_throw(const Graph& graph, const Registry& registry, const CheckOptions& options = {},
                            const Warn& warn = {});

// Refuses what the names of its files tell (refuse_files), then opens those that it reads (open_sources).
// Throws Error(usage) too for a format that is given of a Source which the graph lacks, or that cannot be.
Opened open_files(CheckedGraph& graph, const SourceFormats& given = {});

struct PrepareOptions {
    // Without a tuning: with the one that this machine has of the device.
    PlanOptions plan = {};
    // Of the host, for images of files that go through once. Nothing: they are whole there.
    MemoryLimit memory = {};
    // For the files of a batch: all Tables are observed whose stages say what a caller sees, since a manifest
    // tells them, and none may be kept from frame to frame.
    bool of_batch = false;
};

// A plan for the formats of `opened`. With a limit of memory, by what the open files say: images lie in
// memory as a whole where they fit, else they go by rows (ExecutionPlan::by_rows), or in strips of whole
// images where that helps. Throws Error(usage) for what cannot be done on this device, and Error(input, file)
// for an image that does not fit whatever is done, with the limit that would do and the reason why it does
// not go by rows.
ExecutionPlan prepare(const CheckedGraph& graph, const Opened& opened, const DeviceFacts& device,
                      PrepareOptions options = {});

// In strips, so that the frame takes at most `room` bytes of the host's memory, for who counts by himself
// what lies beside it: the steps of a batch. Nothing where it has no room; then `least` is what the smallest
// would take. Throws Error(usage) too for what does not go in strips.
std::optional<ExecutionPlan> prepare_strips(const CheckedGraph& graph, const SourceFormats& formats,
                                            const DeviceFacts& device, const PrepareOptions& options,
                                            std::size_t room, std::size_t& least);

}  // namespace sluice
