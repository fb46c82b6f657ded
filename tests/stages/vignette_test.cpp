#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("vignette darkens towards the corners and leaves the centre") {
    const HostImage row = reference::row_of(Pixel::u8, 1, {200, 200, 200, 200, 200});
    // d^2 is 1, 1/4, 0: the curve is 1, 3/16 - 2/64, 0.
    CHECK(of("vignette 1", row) == reference::Samples{0, 169, 200, 169, 0});
    CHECK(of("vignette 0.5", row) == reference::Samples{100, 184, 200, 184, 100});
    CHECK(of("vignette 1 radius=0.5", row) == reference::Samples{0, 200, 200, 200, 0});
    CHECK(of("vignette strength=-0.25", row) == reference::Samples{250, 208, 200, 208, 250});
    CHECK(of("vignette 0", row) == reference::Samples{200, 200, 200, 200, 200});
}

TEST_CASE("vignette leaves a single pixel, alpha and what is not finite") {
    CHECK(of("vignette 1", reference::row_of(Pixel::u8, 1, {7})) == reference::Samples{7});
    CHECK(of("vignette 1", reference::row_of(Pixel::u8, 4, {8, 8, 8, 9, 8, 8, 8, 9, 8, 8, 8, 9})) ==
          reference::Samples{0, 0, 0, 9, 8, 8, 8, 9, 0, 0, 0, 9});
    const double inf = reference::infinity;
    CHECK(of("vignette 1", reference::row_of(Pixel::f32, 1, {inf, 1, -inf})) ==
          reference::Samples{inf, 1, -inf});
}
