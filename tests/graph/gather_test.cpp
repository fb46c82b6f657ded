#include "pipeline/graph/gather.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace sluice;

namespace {

constexpr std::array rules{EdgeRule::clamp, EdgeRule::mirror, EdgeRule::wrap, EdgeRule::constant};

// One step after the other, as far outside as it is.
std::int64_t stepwise(std::int64_t i, std::int64_t size, EdgeRule rule) {
    if (i >= 0 && i < size) return i;
    if (rule == EdgeRule::constant) return -1;
    if (rule == EdgeRule::clamp) return i < 0 ? 0 : size - 1;
    if (rule == EdgeRule::wrap) return stepwise(i < 0 ? i + size : i - size, size, rule);
    if (size == 1) return 0;
    return stepwise(i < 0 ? -i : 2 * (size - 1) - i, size, rule);
}

}  // namespace

TEST_CASE("each edge rule says which pixel stands for one outside, however far") {
    for (const EdgeRule rule : rules)
        for (std::int64_t size = 1; size <= 6; ++size)
            for (std::int64_t i = -20; i < 30; ++i) {
                CAPTURE(size);
                CAPTURE(i);
                CHECK(inside(i, size, rule) == stepwise(i, size, rule));
            }
    CHECK(inside(-1, 5, EdgeRule::mirror) == 1);
    CHECK(inside(5, 5, EdgeRule::mirror) == 3);
    CHECK(inside(-1, 5, EdgeRule::wrap) == 4);
}

TEST_CASE("an interval within the image has all that stands for what is wanted, and no more at an edge") {
    for (const EdgeRule rule : rules)
        for (std::int64_t size = 1; size <= 6; ++size)
            for (std::int64_t first = -15; first < 20; ++first)
                for (std::int64_t end = first + 1; end < 22; ++end) {
                    CAPTURE(size);
                    CAPTURE(first);
                    CAPTURE(end);
                    const Interval found = inside({first, end}, size, rule);
                    REQUIRE(found.first >= 0);
                    REQUIRE(found.end <= size);
                    REQUIRE(found.first < found.end);
                    std::int64_t least = size, most = -1;
                    for (std::int64_t i = first; i < end; ++i) {
                        const EdgeRule read = rule == EdgeRule::constant ? EdgeRule::clamp : rule;
                        least = std::min(least, inside(i, size, read));
                        most = std::max(most, inside(i, size, read));
                    }
                    CHECK(found.first <= least);
                    CHECK(found.end > most);
                    const bool least_one = rule == EdgeRule::clamp || rule == EdgeRule::constant;
                    if (least_one) CHECK(found == Interval{least, most + 1});
                }
    CHECK(inside({3, 3}, 5, EdgeRule::clamp) == Interval{0, 0});
    CHECK(inside({-2, 2}, 50, EdgeRule::mirror) == Interval{0, 3});
    CHECK(inside({48, 52}, 50, EdgeRule::mirror) == Interval{47, 50});
}

TEST_CASE("weights have the footprint of all that they weigh") {
    const Taps even{3, {-1}, {1, 2, 1}, true};
    CHECK(even.footprint({4, 6}) == Interval{3, 7});
    CHECK(even.footprint({0, 1}) == Interval{-1, 2});
    CHECK(even.footprint({5, 5}) == Interval{0, 0});
    Taps each{2, {0, 3, 1, 7}, {1, 0, 1, 0, 1, 0, 1, 0}};
    CHECK(each.footprint({0, 4}) == Interval{0, 9});
    CHECK(each.footprint({1, 3}) == Interval{1, 5});
    CHECK(each.first_of(3) == 7);
}
