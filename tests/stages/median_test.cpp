#include "tests/stages/neighbours.hpp"

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

TEST_CASE("a median is the middle of what lies around") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {9, 5, 7, 200, 30, 0});
    CHECK(of("median", src) == Samples{9, 7, 7, 30, 30, 0});
    CHECK(of("median 2", src) == Samples{9, 9, 9, 7, 7, 0});
    CHECK(of("median 3", src) == Samples{9, 9, 9, 7, 5, 0});
    CHECK(of("median 0", src) == Samples{9, 5, 7, 200, 30, 0});
    CHECK(of("median 1 edge=wrap", src) == Samples{5, 7, 7, 30, 30, 9});
    CHECK(of("median 1 edge=constant color=100", src) == Samples{100, 100, 100, 100, 100, 100});
}

TEST_CASE("NaN is greater than all numbers, however many are looked at") {
    constexpr double inf = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN();
    const HostImage src = reference::row_of(Pixel::f32, 1, {-inf, nan, -1, inf, nan, nan, nan});
    CHECK(of("median", src)[1] == -1);
    CHECK(of("median", src)[2] == inf);
    CHECK(std::isnan(of("median", src)[4]));
    CHECK(of("median 3", src)[0] == -inf);  // four of these, -1, inf and NaN
    CHECK(of("median 3", src)[1] == -1);
}

TEST_CASE("a median equals the reference, leaves alpha alone, in strips of any height") {
    for (const std::string radius : {"1", "2", "3"})
        check_neighbours("median " + radius, image({19, 11, 4, Pixel::u8}, {.transparent = 0.3}), {2});
    check_neighbours("median 2 edge=mirror", image({19, 11, 1, Pixel::f32}, {.nan = true, .inf = true}), {});
    check_neighbours("median 4", image({13, 7, 1, Pixel::i16}), {});
}
