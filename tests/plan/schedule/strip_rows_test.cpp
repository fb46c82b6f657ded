// Which rows each step works on in each strip, of the stages that read neighbours.
#include "pipeline/plan/schedule/strip_rows.hpp"

#include "pipeline/plan/rewrite/simplify.hpp"
#include "pipeline/plan/rewrite/walk.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace sluice;

namespace {

constexpr std::size_t width = 20, height = 30;

struct Planned {
    Primitives graph;
    std::vector<Step> steps;
    std::vector<std::vector<Rows>> rows;

    // Of the step that a node's image or Table comes from, or that it is.
    const std::vector<Rows>& of(const std::string& id) const {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const auto is = [&](std::size_t node) { return graph.nodes[node].id == id; };
            if (const auto* upload = std::get_if<UploadStep>(&steps[i]); upload && is(upload->node))
                return rows[i];
            if (const auto* download = std::get_if<DownloadStep>(&steps[i]); download && is(download->node))
                return rows[i];
            if (const auto* pass = std::get_if<PassStep>(&steps[i]))
                for (const auto* list : {&pass->stores, &pass->reduces})
                    for (const std::size_t node : *list)
                        if (is(node)) return rows[i];
        }
        FAIL("no step of " << id);
        return rows.front();
    }
};

Planned planned(const std::string& chain, std::size_t strips) {
    static const Registry registry(stage_table());
    Diagnostics faults;
    const CheckedGraph checked = check(Graph::from_chain(chain), registry, faults, {.open_ends = true});
    faults.throw_if_errors();
    Planned plan;
    plan.graph = walk(checked, registry, {{"input", ImageFormat{width, height, 3, Pixel::u8}}}, {});
    const Profile profile = profile_for(cpu, {});
    plan.steps = (strips > 1 ? fuse_strips(plan.graph, profile) : fuse(plan.graph, profile, true)).steps;
    plan.rows = rows_of_steps(plan.graph, plan.steps, strips);
    return plan;
}

void check_owned(const std::vector<Rows>& rows, std::size_t of_height) {
    std::size_t next = 0;
    for (const Rows& part : rows) {
        if (part.count == 0) continue;
        CHECK(part.first == next);
        next = part.end();
    }
    CHECK(next == of_height);
}

}  // namespace

TEST_CASE("in one strip, every image is whole") {
    const Planned plan = planned("resize height=7 width=9 | output", 1);
    CHECK(plan.of("input") == std::vector<Rows>{{0, height}});
    CHECK(plan.of("output") == std::vector<Rows>{{0, 7}});
}

TEST_CASE("strips of a Sink are disjoint and complete; in front of a blur there are rows of its halo") {
    for (const std::size_t strips : {std::size_t{3}, std::size_t{7}, height}) {
        CAPTURE(strips);
        const Planned plan = planned("gaussian | output", strips);  // reaches 4 pixels
        const std::vector<Rows>&own = plan.of("output"), &read = plan.of("input");
        check_owned(own, height);
        REQUIRE(own.size() == strips);
        for (std::size_t i = 0; i < strips; ++i) {
            CHECK(read[i].first == (own[i].first < 4 ? 0 : own[i].first - 4));
            CHECK(read[i].end() == std::min(own[i].end() + 4, height));
        }
    }
}

TEST_CASE("halos of gathers add up, and rows are scaled by another height") {
    const Planned twice = planned("gaussian | gaussian id=b sigma=0.5 | output", 5);  // 4 and 2
    for (std::size_t i = 0; i < 5; ++i) {
        const Rows own = twice.of("output")[i], read = twice.of("input")[i];
        CHECK(read.first == (own.first < 6 ? 0 : own.first - 6));
        CHECK(read.end() == std::min(own.end() + 6, height));
    }
    const Planned half = planned("resize height=15 width=10 filter=area | output", 5);
    for (std::size_t i = 0; i < 5; ++i) {
        const Rows own = half.of("output")[i], read = half.of("input")[i];
        CHECK(read == Rows{2 * own.first, 2 * own.count});
    }
    const Planned wrapped = planned("gaussian edge=wrap | output", 5);
    CHECK(wrapped.of("input")[0] == Rows{0, height});
    CHECK(wrapped.of("input")[2] == Rows{8, 14});
}

TEST_CASE("a Reduce looks at each row once, whatever else reads its image") {
    const Planned plan = planned(
        "input | invert | output id=a; gaussian from=invert | output id=b; reduce from=invert; reduce id=r "
        "from=gaussian",
        4);
    check_owned(plan.of("reduce"), height);
    check_owned(plan.of("r"), height);
    check_owned(plan.of("a"), height);
    check_owned(plan.of("b"), height);
    const std::vector<Rows>& own = plan.of("b");
    const std::vector<Rows>& read = plan.of("input");
    for (std::size_t i = 0; i < own.size(); ++i) {
        CHECK(read[i].first <= (own[i].first < 4 ? 0 : own[i].first - 4));
        CHECK(read[i].end() >= std::min(own[i].end() + 4, height));
    }
}

TEST_CASE("a strip has no rows of an image that has fewer of them than there are strips") {
    const Planned plan =
        planned("input | resize height=2 width=9 | output id=low; output id=all from=input", 10);
    check_owned(plan.of("low"), 2);
    check_owned(plan.of("all"), height);
    std::size_t without = 0;
    for (const Rows& rows : plan.of("low")) without += rows.count == 0;
    CHECK(without == 8);
}
