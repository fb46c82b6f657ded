// The random graphs of every test run: some of everything with few kernels, because a kernel takes a third of
// a second to compile. Found by the test case "choose seeds".
#pragma once

#include "tests/property/run_graph.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace sluice::property {

inline constexpr std::array<std::uint64_t, 40> fixed_seeds{
    32,   46,   123,  126,  173,  183,  237,  274,  336,  343,  586,  607,  791,  1058,
    1359, 1526, 1583, 1588, 1887, 1933, 2030, 2041, 2215, 2285, 2501, 2711, 2733, 2751,
    3079, 3109, 3205, 3275, 3378, 3487, 3577, 3635, 3746, 3749, 3907, 3943};

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
        all.back().strips = true;
    }
    if (seed % 4 == 0) all.push_back(variant("fused, image objects", StorageChoice::image, true));
    if (seed % 16 == 1) all.push_back(variant("not fused, image objects", StorageChoice::image, false));
    return all;
}

}  // namespace sluice::property
