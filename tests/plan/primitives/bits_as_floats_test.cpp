#include "pipeline/plan/primitives/bits_as_floats.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>

using namespace sluice;

TEST_CASE("sums of bits are those of the numbers, to the bit") {
    const float weights[] = {1, 1.0F / 3, -0.0625F, -2.0F, -0x1p-60F, 0x1.234566p-59F, 0};
    const auto columns = static_cast<float>(scales_of_bits.columns),
               rows = static_cast<float>(scales_of_bits.rows);
    float numbers = 0, bits = 0, sum_of_numbers = 0, sum_of_bits = 0;
    for (std::uint32_t v = 0; v < 65536; ++v) {
        const float weight = weights[v % std::size(weights)], of_row = weights[v / 7 % std::size(weights)];
        numbers = std::fma(weight, static_cast<float>(v), numbers);
        bits = std::fma(weight * columns, std::bit_cast<float>(v), bits);
        REQUIRE(bits * rows == numbers);
        if (v % 5 != 0) continue;
        sum_of_numbers = std::fma(of_row, numbers, sum_of_numbers);
        sum_of_bits = std::fma(of_row * rows, bits, sum_of_bits);
        REQUIRE(sum_of_bits == sum_of_numbers);
        numbers = bits = 0;
    }
}

TEST_CASE("weights whose products a float does not hold stay as they are") {
    const Taps one{1, {0}, {1}, true};
    const auto may = [&](double weight) {
        const Taps taps{2, {0}, {0, weight}, true};
        return may_weigh_bits({taps, one}) && may_weigh_bits({one, taps});
    };
    CHECK(may(1));
    CHECK(may(-0.75));
    CHECK(may(2));
    CHECK(may(-0x1p-60));
    CHECK(!may(2.0001));
    CHECK(!may(-3));
    CHECK(!may(0x1.ffp-61));
    CHECK(may_weigh_bits({one, {2, {0}, {0, 300}, true}}));
    CHECK(!may_weigh_bits({one, {2, {0}, {0, 1e-40}, true}}));
}
