// Images that a caller wants in memory: results are the same bytes.
#include "pipeline/plan/plan.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <cstddef>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("images in memory change no result, in one piece and in strips") {
    const HostImage image = reference::random_image({61, 47, 3});
    const std::string chain = "invert | gamma 0.5 | gaussian 1 | brightness 0.1 | normalize percentile";
    const auto result = [&](const PlanOptions& options, bool cut) {
        const Plan plan(Graph::from_chain(chain), image.format(), device(), options);
        CHECK((plan.strips() > 1) == cut);
        Session session(plan);
        return session.submit({{"input", image.view()}}).read("output");
    };
    const HostImage fused = result({}, false);
    const Plan plan(Graph::from_chain(chain), image.format(), device());
    std::vector<std::vector<std::string>> lists{plan.execution->images_not_in_memory()};
    REQUIRE(lists[0].size() > 1);
    for (const std::string& id : lists[0]) lists.push_back({id});
    for (const std::vector<std::string>& store : lists)
        for (const std::size_t limit : {0, 30000}) {
            CAPTURE(store.front());
            const HostImage found = result({.limit_memory = limit, .store = store}, limit > 0);
            CHECK(reference::bit_difference(found, fused) == "");
        }
}
