// The random graphs of every test run: some of everything with few kernels, because a kernel takes a third of
// a second to compile. Found by the test case "choose seeds".
#pragma once

#include "tests/property/run_graph.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace sluice::property {

inline constexpr std::array<std::uint64_t, 40> fixed_seeds{
    46,   52,   173,  298,  323,  343,  573,  581,  743,  791,  914,  1058, 1241, 1542,
    1638, 1987, 2136, 2148, 2189, 2285, 2299, 2322, 2341, 2382, 2436, 2501, 2661, 2731,
    2799, 3117, 3203, 3275, 3382, 3399, 3458, 3503, 3687, 3727, 3778, 3806};

// What a graph must give the same in: all ways are compared with the first.
inline std::vector<Variant> variants(std::uint64_t seed) {
    std::vector<Variant> all{variant("fused", StorageChoice::buffer, true),
                             variant("not fused", StorageChoice::buffer, false)};
    if (seed % 2 == 0) {
        all.push_back(variant("not simplified", StorageChoice::buffer, true));
        all.back().options.simplify = false;
    }
    if (seed % 2 == 1) {
        all.push_back(variant("in strips", StorageChoice::buffer, true));
        all.back().strips = all.back().perhaps = true;
    }
    if (seed % 8 == 0) all.push_back(variant("fused, image objects", StorageChoice::image, true));
    if (seed % 8 == 3) {
        all.push_back(variant("fused, natural image objects", StorageChoice::natural, true));
        all.back().perhaps = true;
    }
    if (seed % 16 == 1) all.push_back(variant("not fused, image objects", StorageChoice::image, false));
    return all;
}

}  // namespace sluice::property
