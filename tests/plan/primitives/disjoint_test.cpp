#include "pipeline/plan/primitives/disjoint.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace sluice;

namespace {

const std::vector<double> six_halves(6, 0.5);

// Of three outputs.
bool share_nothing(const Taps& taps) { return disjoint({taps, taps}, 3, 3).has_value(); }

}  // namespace

TEST_CASE("outputs share no pixel that weigh alike, each within a rectangle of its own") {
    const Taps halves{2, {0, 2, 4}, six_halves, false};
    const Taps among_others{2, {1, 5, 9}, six_halves, false};  // two of four
    const auto both = disjoint({halves, among_others}, 3, 3);
    REQUIRE(both);
    CHECK(both->columns.step == 2);
    CHECK(both->columns.first == 0);
    CHECK(both->columns.weights == std::vector<double>{0.5, 0.5});
    CHECK(both->rows.step == 4);
    CHECK(both->rows.first == 1);
    CHECK(share_nothing({1, {0}, {1}, true}));
}

TEST_CASE("outputs that weigh otherwise, or beyond their rectangles, may share pixels") {
    CHECK_FALSE(share_nothing({2, {0, 2, 4}, {0.5, 0.5, 0.5, 0.5, 0.5, 0.25}, false}));
    CHECK_FALSE(share_nothing({2, {0, 2, 5}, six_halves, false}));
    CHECK_FALSE(share_nothing({2, {0, 1, 2}, six_halves, false}));
    CHECK_FALSE(share_nothing({2, {1, 3, 5}, six_halves, false}));
    CHECK_FALSE(share_nothing({2, {-1, 1, 3}, six_halves, false}));
    CHECK_FALSE(share_nothing({3, {-1}, {1, 2, 1}, true}));
    const Taps alone{2, {0}, {0.5, 0.5}, false};  // nobody knows where another one would begin
    CHECK_FALSE(disjoint({alone, alone}, 1, 1));
}
