#include "pipeline/plan/primitives/own_columns.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

using namespace sluice;

namespace {

// Weights of all pixels within `support` of each output's middle, as resizes have them: windows are cut at
// the edges, and padded with 0 to the widest.
Taps resized(std::size_t size, std::size_t outputs, double support) {
    const double scale = static_cast<double>(size) / static_cast<double>(outputs);
    const double reach = support * std::max(scale, 1.0);
    std::vector<std::pair<int, int>> windows;
    Taps taps;
    for (std::size_t i = 0; i < outputs; ++i) {
        const double middle = (static_cast<double>(i) + 0.5) * scale;
        const int first = std::max(0, static_cast<int>(middle - reach + 0.5));
        const int end = std::min(static_cast<int>(size), static_cast<int>(middle + reach + 0.5));
        windows.emplace_back(first, end);
        taps.count = std::max(taps.count, static_cast<std::size_t>(end - first));
    }
    for (const auto& [first, end] : windows) {
        taps.first.push_back(first);
        for (int k = 0; k < static_cast<int>(taps.count); ++k)
            taps.weights.push_back(first + k < end ? 1.0 / (end - first) : 0);
    }
    return taps;
}

// How the kernel finds what each output of an inner piece weighs.
void check_covers(const Taps& taps, std::size_t size, const OwnColumns& own) {
    const std::size_t pixels = own.offsets.size();
    for (std::size_t x = own.begin; x < own.end; x += pixels) {
        std::int64_t from = taps.first[x];
        for (std::size_t p = 1; p < pixels; ++p)
            from = std::min<std::int64_t>(from, taps.first[x + p] - own.offsets[p]);
        if (own.aligned) from -= (from % static_cast<std::int64_t>(pixels));
        CHECK(from >= 0);
        CHECK(from + static_cast<std::int64_t>(own.window_pieces() * pixels) <=
              static_cast<std::int64_t>(size));
        for (std::size_t p = 0; p < pixels; ++p)
            for (std::size_t k = 0; k < taps.count; ++k) {
                if (taps.weights[(x + p) * taps.count + k] == 0) continue;
                const std::int64_t place =
                    taps.first[x + p] + static_cast<std::int64_t>(k) - from - own.offsets[p];
                CHECK(place >= 0);
                CHECK(place < static_cast<std::int64_t>(own.taps));
            }
    }
}

}  // namespace

TEST_CASE("outputs of a piece weigh what begins at places that all pieces have in common") {
    for (const auto& [size, outputs, support] :
         {std::tuple{1000, 370, 3.0}, std::tuple{1000, 999, 2.0}, std::tuple{1000, 2000, 2.0},
          std::tuple{1000, 1701, 3.0}, std::tuple{997, 601, 0.5}, std::tuple{1000, 500, 1.0}})
        for (const auto& [pixels, whole] : {std::pair{1, false}, std::pair{2, false}, std::pair{4, false},
                                            std::pair{4, true}, std::pair{8, true}}) {
            CAPTURE(size);
            CAPTURE(outputs);
            CAPTURE(pixels);
            CAPTURE(whole);
            const auto columns = static_cast<std::size_t>(size), results = static_cast<std::size_t>(outputs);
            const Taps taps = resized(columns, results, support);
            const auto own = own_columns(taps, results, columns, pixels, whole);
            REQUIRE(own);
            CHECK(own->offsets.size() == static_cast<std::size_t>(pixels));
            CHECK(own->aligned == (whole || (outputs == 370 && pixels == 2)));
            CHECK(own->taps <= taps.count + (whole ? static_cast<std::size_t>(pixels) + 1 : 2));
            CHECK(own->begin < 20);
            CHECK(own->end + 20 > results - results % static_cast<std::size_t>(pixels));
            check_covers(taps, columns, *own);
        }
}

TEST_CASE("columns that weigh alike, or what is no image, have no windows of their own") {
    CHECK(!own_columns({3, {-1}, {1, 2, 1}, true}, 100, 100, 4, false));
    CHECK(!own_columns({2, {-1, 0, 1, 2}, {1, 1, 1, 1, 1, 1, 1, 1}, false}, 4, 4, 2, false));
    CHECK(!own_columns({2, {0, 1, 2, 3}, {1, 1, 1, 1, 1, 1, 1, 1}, false}, 4, 4, 2, false));
    CHECK(own_columns({2, {0, 1, 2, 3}, {1, 1, 1, 1, 1, 1, 1, 0}, false}, 4, 4, 2, false));
    // So small that no window lies within it.
    CHECK(!own_columns(resized(8, 3, 3), 3, 8, 4, false));
}
