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
          "memory: 795 KiB on the device for each image\n");
    // Passes in a row that do the same are named once.
    PlanOptions side_by_side;
    side_by_side.work_group = 64;
    CHECK(plan_summary(planned("erode | integral id=sums", side_by_side))
              .find("passes over the pixels: 11 (erode; sums 10 times), on a CPU\n") != std::string::npos);
    PlanOptions small;
    small.limit_memory = 300 << 10;
    const ExecutionPlan plan = planned("gamma | normalize | gamma", small);
    const std::string text = plan_summary(plan);
    CHECK(std::count(text.begin(), text.end(), '\n') == 3);
    CHECK(text.find(", gamma, normalize, gamma.2, output") != std::string::npos);
    CHECK(text.find("is processed in " + std::to_string(plan.strips) + " strips") != std::string::npos);
    CHECK(plan_text(plan).starts_with(text + "\nsteps\n"));
}

TEST_CASE("a plan says which tables are asserted") {
    const ExecutionPlan plan = planned("input | reduce id=r | assert max below=3 id=dark");
    CHECK(plan_text(plan).find("\nasserted when the frame is done\n  dark  of r\n") != std::string::npos);
    CHECK(plan_json(plan).find("\"table\": \"r\"") != std::string::npos);
}

TEST_CASE("each step of planning shows what it changed, and why") {
    const std::string text = plan_steps(planned("invert | asinh strength=20 | normalize"));
    std::string headings;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line[0] != ' ') headings += line.substr(0, line.find(" piece")) + "; ";
    CHECK(headings ==
          "parse; expand; simplify; split: changes nothing; levels; fuse; join: changes nothing; place; "
          "cut: fits in one; assemble; ");
    for (const char* part : {
             "parse\n    input\n    invert of input\n    asinh of invert, strength=20\n    normalize of "
             "asinh\n",
             "    invert: point of input -> 451x300 u8 x3\n",
             "  + normalize.stats: reduce of asinh -> min max of R G B\n",
             "  - normalize.stats: reduce of asinh -> count min max",
             "  + asinh.levels: table by invert, asinh -> value of R G B A\n",
             "  + normalize.stretch: point (a lookup) of input, normalize.stretch.levels -> 451x300",
             "  ? normalize.stats looks at input: invert, asinh are monotone\n",
             "    upload input\n    pass over 451x300: loads input; reduces normalize.stats.of.input\n",
             "    pass over 451x300: loads input; evaluates normalize.stretch; stores normalize.stretch\n",
             "place\n    input: ",
             "    pass normalize.stretch: looked up as words; ",
         }) {
        CAPTURE(std::string(part));
        CHECK(text.find(part) != std::string::npos);
    }
}

TEST_CASE("steps show where a frame does not fit, and the strips that do") {
    PlanOptions small;
    small.limit_memory = 300 << 10;
    const ExecutionPlan plan = planned("gaussian sigma=1 | normalize", small);
    const std::string text = plan_steps(plan);
    CHECK(text.find("\ncut: one piece would not fit, in ") != std::string::npos);
    CHECK(text.find("\ncut: fits in " + std::to_string(plan.strips) + " strips, in ") != std::string::npos);
    std::size_t fused = 0;
    for (std::size_t at = 0; (at = text.find("\nfuse", at)) != std::string::npos; ++at) ++fused;
    CHECK(fused == 2);
}

TEST_CASE("who watches a plan changes nothing") {
    const ExecutionPlan plan = planned("invert | normalize");
    const PlanRecipe& recipe = *plan.recipe;
    std::string steps;
    const ExecutionPlan watched =
        make_plan(recipe.graph, recipe.registry, recipe.sources, plan.device, recipe.options,
                  [&](const AfterStep& after) { steps += std::string(after.step) + " "; });
    CHECK(steps == "expand simplify split levels fuse join place cut assemble ");
    CHECK(plan_json(watched) == plan_json(plan));
}
