// The form in which devices stretch integers with 16 bits on one side or on both.
#include "tests/reference/random_image.hpp"
#include "tests/reference/stretch.hpp"
#include "tests/reference_test/device_formulas.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <vector>

using namespace sluice;
using namespace sluice::reference;

namespace {

struct Case {
    std::int64_t d, D, R, a;
};

std::int64_t exact(const Case& c) {
    return static_cast<std::int64_t>(stretched_exactly(c.d, 0, c.R, c.a, c.a + c.D, false));
}

std::int64_t form(const Case& c) {
    const float s = static_cast<float>(c.D) / static_cast<float>(c.R);
    return stretch16(static_cast<std::int32_t>(c.d), static_cast<std::int32_t>(c.D),
                     static_cast<std::int32_t>(c.R), s, static_cast<std::int32_t>(c.a));
}

std::int64_t unclamped(const Case& c) {
    const float s = static_cast<float>(c.D) / static_cast<float>(c.R);
    return stretch16_unclamped(static_cast<std::int32_t>(c.d), static_cast<std::int32_t>(c.D),
                               static_cast<std::int32_t>(c.R), s, static_cast<std::int32_t>(c.a));
}

void require_exact(const Case& c) {
    if (form(c) == exact(c)) return;
    CAPTURE(c.d);
    CAPTURE(c.D);
    CAPTURE(c.R);
    CAPTURE(c.a);
    REQUIRE(form(c) == exact(c));
}

Case random_case(Random& random, std::int64_t most_R, std::int64_t most_D) {
    const std::int64_t R = random.between(1, most_R);
    return {random.between(0, R), random.between(-most_D, most_D), R, random.between(-32768, 65535)};
}

// A tie or a neighbour of one: R = 2 u w, D = w * odd, d = u * odd' make d * D / R = odd * odd' / 2.
Case random_tie(Random& random, std::int64_t most_R, std::int64_t most_D) {
    const std::int64_t w = random.between(1, std::min(most_R / 2, most_D));
    const std::int64_t u = random.between(1, most_R / 2 / w);
    const std::int64_t odd = 2 * random.between(0, (most_D / w - 1) / 2) + 1;
    const std::int64_t d = u * (2 * random.between(0, w - 1) + 1) + random.between(-1, 1);
    return {d, random.between(0, 1) == 0 ? w * odd : -w * odd, 2 * u * w, random.between(-32768, 65535)};
}

void check_random(std::uint64_t seed, int cases, std::int64_t most_R, std::int64_t most_D) {
    Random random(seed);
    for (int i = 0; i < cases; i += 2) {
        require_exact(random_case(random, most_R, most_D));
        require_exact(random_tie(random, most_R, most_D));
    }
}

const std::vector<std::int64_t> edges{1,   2,   3,    7,    127,  128,   254,   255,   256,   257,  511,
                                      512, 999, 1023, 4095, 8192, 16384, 32767, 32768, 65534, 65535};

}  // namespace

TEST_CASE("the 16-bit form is exact on random cases between all pairs of 8 and 16 bits") {
    check_random(21, 200000, 65535, 65535);
    check_random(22, 100000, 255, 65535);
    check_random(23, 100000, 65535, 255);
    check_random(24, 100000, 255, 255);
}

TEST_CASE(
    "the 16-bit form is exact at the edges of ranges and targets, for values near the ends and the middle") {
    for (const std::int64_t R : edges)
        for (const std::int64_t size : edges)
            for (const std::int64_t D : {size, -size})
                for (const std::int64_t a : {-32768, -1, 0, 1, 65535})
                    for (const std::int64_t near : {std::int64_t{0}, R / 4, R / 2, R})
                        for (std::int64_t d = std::max<std::int64_t>(0, near - 3); d <= std::min(R, near + 3);
                             ++d)
                            require_exact({d, D, R, a});
}

TEST_CASE("the 16-bit form is exact for ranges and targets beyond the type") {
    check_random(25, 100000, (1 << 24) - 1, 65535);
    check_random(26, 100000, (1 << 24) - 1, (1 << 22));
}

TEST_CASE("u16 becomes u8 by the 16-bit form as the rational number does, and u8 becomes u16 times 257") {
    for (std::int64_t v = 0; v <= 65535; ++v) {
        const auto rounded_down = v / 257, remainder = v % 257;  // 257 is odd: no ties
        REQUIRE(form({v, 255, 65535, 0}) == rounded_down + (remainder > 128 ? 1 : 0));
    }
    for (std::int64_t v = 0; v <= 255; ++v) REQUIRE(form({v, 65535, 255, 0}) == 257 * v);
}

TEST_CASE("a white of a format's own is rescaled exactly by the 16-bit form") {
    for (const std::int64_t from : {1, 2, 15, 255, 1023, 4095, 16383, 65535})
        for (const std::int64_t to : {1, 255, 1000, 1023, 65535})
            for (std::int64_t v = 0; v <= from; v += 1 + from / 1000) require_exact({v, to, from, 0});
}

TEST_CASE("without clamping the limited form is exact or saturates to the right side") {
    Random random(27);
    for (int i = 0; i < 300000; ++i) {
        Case c = random_case(random, i % 2 == 0 ? 100 : 65535, 65535);
        c.d = random.between(-65535, 65535);
        const auto saturated = [](std::int64_t v) { return std::clamp<std::int64_t>(v, -32768, 65535); };
        CAPTURE(c.d);
        CAPTURE(c.D);
        CAPTURE(c.R);
        CAPTURE(c.a);
        REQUIRE(saturated(unclamped(c)) == saturated(exact(c)));
    }
}

TEST_CASE("without clamping the plain form is garbage where the quotient leaves 22 bits") {
    CHECK(form({65535, 65535, 1, 0}) != exact({65535, 65535, 1, 0}));
}

// 5e7 random cases and every value of 800 pairs of range and target: a minute, by hand with --no-skip.
TEST_CASE("the 16-bit form is exact on many random cases and on all values of edge ranges" *
          doctest::skip()) {
    check_random(31, 50'000'000, 65535, 65535);
    for (const std::int64_t R : edges)
        for (const std::int64_t size : edges)
            for (const std::int64_t D : {size, -size})
                for (std::int64_t d = 0; d <= R; ++d) require_exact({d, D, R, d % 2});
}
