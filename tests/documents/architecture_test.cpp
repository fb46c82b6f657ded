// What docs/architecture.md shows is what the planner makes.
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace {

sluice::ExecutionPlan plan_of(const std::string& chain) {
    static const sluice::Registry registry(sluice::stage_table());
    sluice::Diagnostics faults;
    const auto graph = sluice::check(sluice::Graph::from_chain(chain), registry, faults);
    REQUIRE(faults.ok());
    sluice::DeviceFacts cpu;
    cpu.platform = "Portable Computing Language";
    cpu.compute_units = 2;
    cpu.max_allocation = cpu.global_bytes = std::size_t{1} << 30;
    cpu.local_bytes = std::size_t{1} << 20;
    cpu.max_work_group = 4096;
    cpu.fp64 = cpu.unified_memory = true;
    cpu.packed_texels = true;
    cpu.max_image_width = cpu.max_image_height = 16384;
    return sluice::make_plan(graph, registry, {{"load", {451, 300, 3}}}, cpu);
}

std::string page() {
    std::ifstream file(SLUICE_SOURCE_DIR "/docs/architecture.md", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool shows(const std::string& text) { return page().find("\n" + text + "```\n") != std::string::npos; }

}  // namespace

TEST_CASE("the plan in docs/architecture.md is what sluice plan prints") {
    const std::string text = plan_text(plan_of("load photo.png | normalize | invert | save out.png"));
    INFO(text);
    CHECK(shows(text));
}
