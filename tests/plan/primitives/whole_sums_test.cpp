#include "pipeline/plan/primitives/whole_sums.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace sluice;

namespace {

Taps ones(std::size_t count) {
    return {count, {-static_cast<std::int32_t>(count / 2)}, std::vector<double>(count, 1), true};
}

Separable square(std::size_t side, Interval whole) { return {ones(side), ones(side), whole}; }

}  // namespace

TEST_CASE("sums of whole numbers have the narrowest integers that hold all of them") {
    CHECK(whole_sums(square(3, {0, 256}), false)->type == SumType::i32);
    CHECK(whole_sums(square(501, {0, 256}), false)->type == SumType::i32);
    CHECK(whole_sums(square(501, {0, 16385}), false)->type == SumType::u32);  // 4112400384
    CHECK(whole_sums(square(501, {-16384, 16385}), false)->type == SumType::i64);
    CHECK(whole_sums(square(255, {0, 65536}), false)->type == SumType::u32);
    CHECK(whole_sums(square(259, {0, 65536}), false)->type == SumType::i64);
    CHECK_FALSE(whole_sums(square(501, {0, std::int64_t{1} << 45}), false));
}

TEST_CASE("they are exact in any order where REAL holds the largest") {
    CHECK(whole_sums(square(255, {0, 256}), false)->exact);
    CHECK_FALSE(whole_sums(square(257, {0, 256}), false)->exact);
    CHECK(whole_sums(square(257, {0, 256}), true)->exact);
}

TEST_CASE("weights other than 1 and numbers that may not be whole make no such sums") {
    Separable taps = square(3, {0, 256});
    taps.rows.weights[1] = 2;
    CHECK_FALSE(whole_sums(taps, false));
    CHECK_FALSE(whole_sums({ones(3), ones(3)}, false));
}
