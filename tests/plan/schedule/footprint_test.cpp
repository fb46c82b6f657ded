#include "pipeline/plan/schedule/footprint.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/schedule/tap_tables.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("rows that padded weights of 0 would weigh are in memory too") {
    const ExecutionPlan plan = planned("resize width=40 height=100 filter=area", {520, 1300, 1});
    const auto gather = std::find_if(plan.graph.nodes.begin(), plan.graph.nodes.end(),
                                     [](const Primitive& node) { return node.is(Kind::gather); });
    REQUIRE(gather != plan.graph.nodes.end());
    CHECK(used_taps(plan.graph, *gather).rows.count == 13);
    CHECK(padded_taps(plan.graph, *gather).rows.count == 14);
    const Footprint needs(plan.graph, *gather);
    CHECK(needs({{3, 4}, {10, 11}}).rows == Interval{130, 144});
    CHECK(needs({{3, 4}, {99, 100}}).rows == Interval{1287, 1300});  // an image ends where it ends
}
