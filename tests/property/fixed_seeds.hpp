// The random graphs of every test run: some of everything with few kernels, because a kernel takes a third of
// a second to compile. Found by the test case "choose seeds".
#pragma once

#include "tests/property/run_graph.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace sluice::property {

inline constexpr std::array<std::uint64_t, 40> fixed_seeds{
    126,  173,  336,  343,  379,  666,   1515,  1722,  2148,  2322,  2501,  2842, 3399, 3737,
    3778, 3806, 3943, 4150, 4534, 4805,  5549,  5646,  5806,  6522,  6671,  7450, 7794, 8217,
    8554, 8739, 9146, 9619, 9723, 10136, 10491, 10553, 11109, 11715, 11789, 11815};

// What a graph must give the same in: all ways are compared with the first.
inline std::vector<Variant> variants(std::uint64_t seed) {
    std::vector<Variant> all{variant("fused", StorageChoice::buffer, true),
                             variant("not fused", StorageChoice::buffer, false)};
    if (seed % 2 == 0) {
        all.push_back(variant("not simplified", StorageChoice::buffer, true));
        all.back().options.simplify = false;
    }
    all.push_back(variant("in strips", StorageChoice::buffer, true));
    all.back().strips = true;
    if (seed % 8 == 0) all.push_back(variant("fused, image objects", StorageChoice::image, true));
    if (seed % 8 == 3) {
        all.push_back(variant("fused, natural image objects", StorageChoice::natural, true));
        all.back().perhaps = true;
    }
    if (seed % 16 == 1) all.push_back(variant("not fused, image objects", StorageChoice::image, false));
    return all;
}

}  // namespace sluice::property
