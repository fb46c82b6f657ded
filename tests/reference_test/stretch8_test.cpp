// Brute force of the form in which devices stretch 8-bit integers. The value enters only as d = v - lo, the
// range only as R = hi - lo, so that all (R, d) are all (lo, hi, v).
#include "tests/reference/random_image.hpp"
#include "tests/reference/stretch.hpp"
#include "tests/reference_test/device_formulas.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

namespace {

// round_half_even(a + d * D / R) in 64 bits.
std::int64_t rational(std::int64_t d, std::int64_t D, std::int64_t R, std::int64_t a) {
    const std::int64_t twice = 2 * (a * R + d * D) + R;  // 2 R (exact + 1/2)
    std::int64_t floor = twice / (2 * R);
    if (floor * 2 * R > twice) --floor;
    const bool tie = floor * 2 * R == twice;
    return floor - (tie && floor % 2 != 0 ? 1 : 0);
}

// How many d in [first, last] are wrong, what saturates in every 8-bit type counting as equal.
int wrong(std::int64_t R, std::int64_t a, std::int64_t b, std::int64_t first, std::int64_t last) {
    const float s = static_cast<float>(b - a) / static_cast<float>(R);
    int count = 0;
    for (std::int64_t d = first; d <= last; ++d) {
        const float y = std::nearbyint(stretch8(static_cast<float>(d), s, static_cast<float>(a)));
        const auto expected = static_cast<float>(rational(d, b - a, R, a));
        count += std::clamp(y, -128.0f, 255.0f) != std::clamp(expected, -128.0f, 255.0f) ? 1 : 0;
    }
    return count;
}

}  // namespace

TEST_CASE("the 64-bit rational rule of this test is the reference's") {
    Random random(11);
    for (int i = 0; i < 20000; ++i) {
        const std::int64_t R = random.between(1, 600), D = random.between(-400, 400),
                           a = random.between(-200, 300), d = random.between(-300, 900);
        REQUIRE(rational(d, D, R, a) ==
                static_cast<std::int64_t>(stretched_exactly(d, 0, R, a, a + D, false)));
    }
}

TEST_CASE("the 8-bit form is exact for every range and value onto 0..255 and 255..0") {
    for (int R = 1; R <= 255; ++R) {
        CAPTURE(R);
        REQUIRE(wrong(R, 0, 255, 0, R) == 0);
        REQUIRE(wrong(R, 255, 0, 0, R) == 0);
        REQUIRE(wrong(R, -128, 127, 0, R) == 0);
        REQUIRE(wrong(R, 127, -128, 0, R) == 0);
    }
}

TEST_CASE("the 8-bit form is exact for every range and value onto random targets of 8-bit types") {
    Random random(12);
    for (int R = 1; R <= 502; ++R) {
        for (int i = 0; i < 20; ++i) {
            const std::int64_t a = random.between(-128, 255), b = random.between(-128, 255);
            CAPTURE(R);
            CAPTURE(a);
            CAPTURE(b);
            REQUIRE(wrong(R, a, b, 0, R) == 0);
        }
    }
}

TEST_CASE("the 8-bit form is exact without clamping, after saturation") {
    Random random(13);
    for (int R = 1; R <= 300; ++R) {
        for (int i = 0; i < 10; ++i) {
            const std::int64_t a = random.between(-128, 255), b = random.between(-128, 255);
            CAPTURE(R);
            REQUIRE(wrong(R, a, b, -255, R + 255) == 0);
        }
    }
}

TEST_CASE("the 8-bit form is not exact for ranges of 503 levels and more: they are not for it") {
    CHECK(wrong(505, -128, 165, 0, 505) > 0);
}

// 2.2e9 cases, half a minute: run by hand with --no-skip. The shorter ones above are in every run.
TEST_CASE("the 8-bit form is exact for every range, value and target of u8" * doctest::skip()) {
    for (int R = 1; R <= 255; ++R)
        for (int a = 0; a <= 255; ++a)
            for (int b = 0; b <= 255; ++b) REQUIRE(wrong(R, a, b, 0, R) == 0);
}
