#include "pipeline/plan/primitives/even_columns.hpp"

#include <doctest/doctest.h>

using namespace sluice;

namespace {

// Two weights for each output, from column step * i - 1 on; the first and the last have others.
Taps clipped(std::size_t outputs, int step) {
    Taps taps{2, {}, {}, false};
    for (std::size_t i = 0; i < outputs; ++i) {
        const bool edge = i == 0 || i + 1 == outputs;
        taps.first.push_back(i == 0 ? 0 : static_cast<int>(i) * step - 1);
        taps.weights.insert(taps.weights.end(), {edge ? 1.0 : 0.5, edge ? 0.0 : 0.5});
    }
    return taps;
}

}  // namespace

TEST_CASE("all columns of a filter are even") {
    const auto even = even_columns({3, {-1}, {1, 2, 1}, true}, 100);
    REQUIRE(even);
    CHECK(even->step == 1);
    CHECK(even->first == -1);
    CHECK(even->begin == 0);
    CHECK(even->end == 100);
}

TEST_CASE("columns within an image that shrinks by a whole number are even") {
    for (const int step : {1, 2, 5}) {
        const auto even = even_columns(clipped(50, step), 50);
        REQUIRE(even);
        CHECK(even->step == step);
        CHECK(even->first == -1);
        CHECK(even->begin == 1);
        CHECK(even->end == 49);
        CHECK(even->slack == 1);
    }
}

TEST_CASE(
    "columns are not even where outputs share a first column, where most differ, or where there is one") {
    CHECK_FALSE(even_columns({1, {0, 0, 1, 1, 2, 2}, {1, 1, 1, 1, 1, 1}, false}, 6));
    CHECK_FALSE(even_columns({1, {0, 2, 3, 5, 6}, {1, 1, 1, 1, 1}, false}, 5));
    CHECK_FALSE(even_columns({1, {0, 1, 2, 3}, {1, 2, 3, 4}, false}, 4));
    CHECK_FALSE(even_columns({1, {0}, {1}, false}, 1));
    CHECK_FALSE(even_columns({1, {0, 1, 2, 3, 4, 90}, {1, 1, 1, 1, 1, 1}, false}, 6));
}
