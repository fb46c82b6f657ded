// Plans as people and Graphviz see them.
#include "pipeline/plan/print.hpp"

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/sluice/stages_table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

using namespace sluice;

namespace {

ExecutionPlan planned(const std::string& chain, const PlanOptions& options = {}) {
    static const Registry registry(stage_table());
    Diagnostics faults;
    const CheckedGraph graph = check(Graph::from_chain(chain), registry, faults, {.open_ends = true});
    REQUIRE(faults.ok());
    DeviceFacts cpu;
    cpu.name = "a CPU";
    cpu.compute_units = 2;
    cpu.global_bytes = cpu.max_allocation = std::size_t{1} << 30;
    cpu.local_bytes = std::size_t{48} << 10;
    cpu.max_work_group = 1024;
    cpu.fp64 = cpu.unified_memory = true;
    return make_plan(graph, registry, {{"input", {451, 300, 3}}}, cpu, options);
}

}  // namespace

TEST_CASE("a stage that is looked up or evaluated twice is drawn once") {
    for (const char* chain :
         {"gamma exponent=0.5",
          "convert pixel=f32 space=linear | normalize | gamma exponent=0.8 | convert pixel=u8",
          "gamma exponent=0.5 | normalize | gamma exponent=2", "invert | normalize mode=standardize"}) {
        CAPTURE(std::string(chain));
        const ExecutionPlan plan = planned(chain);
        std::istringstream lines(plan_dot(plan));
        std::multiset<std::string> labels, members;
        for (std::string line; std::getline(lines, line);) {
            if (const std::size_t at = line.find(" [label=\""); at != std::string::npos)
                labels.insert(line.substr(at, line.find("\\n") - at));
            if (line.starts_with("    n")) members.insert(line);
        }
        CHECK(labels.size() == plan.graph.nodes.size());
        for (const std::string& label : labels) CHECK_MESSAGE(labels.count(label) == 1, label);
        for (const std::string& member : members) CHECK_MESSAGE(members.count(member) == 1, member);
    }
}

TEST_CASE("three lines say what happens, in how many passes and with how much memory") {
    CHECK(plan_summary(planned("normalize id=n | invert")) ==
          "stages: input (451 x 300, RGB, 8 bit), n, invert, output (451 x 300, RGB, 8 bit)\n"
          "passes over the pixels: 2 (measure for n; n, invert), on a CPU\n"
          "memory: 795 KiB on the device for each picture\n");
    // Passes in a row that do the same are named once.
    CHECK(plan_summary(planned("erode | integral id=sums"))
              .find("passes over the pixels: 11 (erode; sums 10 times), on a CPU\n") != std::string::npos);
    PlanOptions small;
    small.limit_memory = 300 << 10;
    const ExecutionPlan plan = planned("gamma | normalize | gamma", small);
    const std::string text = plan_summary(plan);
    CHECK(std::count(text.begin(), text.end(), '\n') == 3);
    CHECK(text.find(", gamma, normalize, gamma.2, output") != std::string::npos);
    CHECK(text.find("goes through in " + std::to_string(plan.strips) + " strips") != std::string::npos);
    CHECK(plan_text(plan).starts_with(text + "\nsteps\n"));
}

TEST_CASE("a plan says which tables are asserted") {
    const ExecutionPlan plan = planned("input | reduce id=r | assert max below=3 id=dark");
    CHECK(plan_text(plan).find("\nasserted when the frame is done\n  dark  of r\n") != std::string::npos);
    CHECK(plan_json(plan).find("\"table\": \"r\"") != std::string::npos);
}
