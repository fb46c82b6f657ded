// Plans with the stages that come with sluice, for devices that are not there.
#pragma once

#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/tuning/nearest.hpp"
#include "pipeline/sluice/stages_table.hpp"

#include <doctest/doctest.h>

#include <string>

namespace sluice::test {

inline DeviceFacts facts(DeviceFacts::Type type, std::size_t units) {
    DeviceFacts facts;
    facts.name = type == DeviceFacts::Type::cpu ? "a CPU" : "a GPU";
    facts.type = type;
    facts.compute_units = units;
    facts.global_bytes = facts.max_allocation = std::size_t{1} << 30;
    facts.local_bytes = std::size_t{48} << 10;
    facts.max_work_group = 1024;
    facts.max_image_width = facts.max_image_height = 16384;
    facts.fp64 = facts.packed_texels = true;
    return facts;
}
inline const DeviceFacts cpu = facts(DeviceFacts::Type::cpu, 2), gpu = facts(DeviceFacts::Type::gpu, 132);

inline const ImageFormat photo{451, 300, 3};

inline const Registry& builtin() {
    static const Registry registry(stage_table());
    return registry;
}

// `others`: formats of Sources that have another one.
inline ExecutionPlan planned(const std::string& chain, const ImageFormat& format,
                             const DeviceFacts& device = cpu, const PlanOptions& options = {},
                             const Registry& registry = builtin(), const SourceFormats& others = {}) {
    Diagnostics faults;
    const CheckedGraph graph = check(Graph::from_chain(chain), registry, faults, {.open_ends = true});
    INFO(faults.text());
    REQUIRE(faults.ok());
    SourceFormats formats = others;
    for (const CheckedNode& node : graph.nodes)
        if (node.stage->kind() == Kind::source) formats.emplace(node.id, format);
    // Images of files: those of applications would lie in rows on a CPU, which schedule/place_images_test.cpp
    // looks at.
    PlanOptions as_of_files = options;
    if (device.cpu() && options.storage == StorageChoice::automatic)
        as_of_files.storage = StorageChoice::buffer;
    return make_plan(graph, registry, formats, device, as_of_files);
}

}  // namespace sluice::test
