#include "pipeline/device/counters.hpp"

#include <doctest/doctest.h>

using namespace sluice;

TEST_CASE("the total of counters is the sum over all stages") {
    const Counts one{1, 2, 3, 4, 5, 6, 7, 8};
    const Counts ten{10, 20, 30, 40, 50, 60, 70, 80};
    Counters counters;
    CHECK(counters.total() == Counts{});
    counters.stages["load"] = one;
    counters.stages["save"] = ten;
    CHECK(counters.total() == Counts{11, 22, 33, 44, 55, 66, 77, 88});
}
