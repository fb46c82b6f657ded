// The forms in which devices divide by white and weigh luma.
#include "tests/reference/pixels.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference_test/device_formulas.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

namespace {

int wrong_levels(int white, int top) {
    const auto w = static_cast<float>(white);
    const float r = 1.0f / w;
    int wrong = 0;
    for (int level = 0; level <= top; ++level) {
        const auto v = static_cast<float>(level);
        const float q = v * r;
        const float fused = std::fma(std::fma(-q, w, v), r, q);
        wrong += divided(v, w, r) != v / w || fused != v / w ? 1 : 0;
    }
    return wrong;
}

bool luma_is_exact(int r, int g, int b) {
    const float y =
        std::nearbyint(luma8(static_cast<float>(r), static_cast<float>(g), static_cast<float>(b)));
    return static_cast<int>(y) == static_cast<int>(rounded(2126 * r + 7152 * g + 722 * b, 10000));
}

}  // namespace

TEST_CASE("a level divided by white through the reciprocal and one correction is correctly rounded") {
    for (const int white : {255, 1023, 4095, 16383, 65535}) CHECK(wrong_levels(white, 65535) == 0);
    for (int white = 1; white <= 65535; white += 101) REQUIRE(wrong_levels(white, white) == 0);
}

TEST_CASE("a level multiplied by the reciprocal of white alone is not") {
    int wrong = 0;
    for (int v = 0; v <= 255; ++v) {
        const auto level = static_cast<float>(v);
        wrong += level * (1.0f / 255.0f) != level / 255.0f ? 1 : 0;
    }
    CHECK(wrong == 126);
}

TEST_CASE("9860 of 65535 ranges times their reciprocal are not 1, so end points must be forced") {
    int wrong = 0;
    for (int range = 1; range <= 65535; ++range) {
        const auto d = static_cast<float>(range);
        wrong += d * (1.0f / d) != 1.0f ? 1 : 0;
    }
    CHECK(wrong == 9860);
}

TEST_CASE("luma of 8 bits from an integer sum and one division rounds as the rational number does") {
    int ties = 0;
    for (int r = 0; r <= 255; r += 5)
        for (int g = 0; g <= 255; ++g)
            for (int b = 0; b <= 255; b += 4) {
                REQUIRE(luma_is_exact(r, g, b));
                ties += (2126 * r + 7152 * g + 722 * b) % 10000 == 5000 ? 1 : 0;
            }
    CHECK(ties > 100);
}

// Seconds each at -O1: by hand with --no-skip.
TEST_CASE("every white up to 65535 and every level is divided correctly" * doctest::skip()) {
    for (int white = 1; white <= 65535; ++white) REQUIRE(wrong_levels(white, 65535) == 0);
}

TEST_CASE("luma of every 8-bit colour rounds as the rational number does" * doctest::skip()) {
    for (int r = 0; r <= 255; ++r)
        for (int g = 0; g <= 255; ++g)
            for (int b = 0; b <= 255; ++b) REQUIRE(luma_is_exact(r, g, b));
}
