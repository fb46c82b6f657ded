// What a batch observes: the numbers of its manifest and report.
#include "pipeline/batch/sessions.hpp"

#include "pipeline/run/prepare.hpp"
#include "tests/batch/made.hpp"

using namespace sluice;

namespace {

using Names = std::vector<std::string>;

DeviceFacts facts() {
    DeviceFacts device;
    device.compute_units = 2;
    device.max_allocation = device.global_bytes = std::size_t{1} << 30;
    device.local_bytes = std::size_t{1} << 20;
    device.max_work_group = 4096;
    device.fp64 = device.unified_memory = true;
    return device;
}

CheckedGraph checked(const std::string& chain) {
    Diagnostics faults;
    CheckedGraph graph = check(Graph::from_chain("input | " + chain + " | output"), made::registry(), faults);
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    return graph;
}

Names observed(const std::string& chain) {
    CAPTURE(chain);
    const CheckedGraph graph = checked(chain);
    const SourceFormats formats{{"input", ImageFormat{64, 48, 3}}};
    const ExecutionPlan plan = prepare(graph, {formats, {}}, facts(), {.of_batch = true});
    CHECK(plan.passes() == make_plan(graph, made::registry(), formats, facts()).passes());
    Names names;
    for (const ObservedTable& table : plan.observed) {
        names.push_back(table.name + ":");
        for (const Field& field : table.fields) names.back() += " " + field.name;
    }
    return names;
}

}  // namespace

TEST_CASE("a batch observes what was measured and what became of it, without a pass more") {
    CHECK(observed("normalize") == Names{"normalize.stats: min max", "normalize.range: low high"});
    CHECK(observed("normalize percentile") == Names{"normalize.stats: min max", "normalize.range: low high"});
    CHECK(observed("normalize percentile independence=0.5") ==
          Names{"normalize.stats: min max", "normalize.range: low high"});
    CHECK(observed("normalize in=3,250") == Names{"normalize.range: low high"});
    CHECK(observed("normalize standardize") ==
          Names{"normalize.stats: count sum sum_sq", "normalize.line: mean std"});
    CHECK(observed("normalize standardize preset=imagenet") == Names{"normalize.line: mean std"});
    CHECK(observed("normalize equalize") == Names{"normalize.stats: min max"});
    CHECK(observed("normalize grayworld") == Names{"normalize.stats: count sum", "normalize.gain: gain"});
    CHECK(observed("invert").empty());
}

TEST_CASE("pictures that are read equally small, and were not equally large, have plans of their own") {
    CheckedGraph graph = checked("thumbnail 100");
    const auto key = [&](std::size_t width) {
        graph.nodes.at(0).smaller = ReadSmaller{{width, 600, 3}, {4}};
        return plan_key(graph, {{"input", ImageFormat{200, 150, 3}}});
    };
    CHECK(key(800) == key(800));
    CHECK_FALSE(key(800) == key(799));
}
