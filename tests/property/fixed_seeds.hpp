// The random graphs of every test run: some of everything with few kernels, because a kernel takes a third of
// a second to compile. Found by the test case "choose seeds".
#pragma once

#include "tests/property/run_graph.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace sluice::property {

inline constexpr std::array<std::uint64_t, 40> fixed_seeds{
    1,    274,  413,  573,  581,  743,  778,  791,  816,  1034, 1058, 1133, 1583, 1887,
    1919, 1933, 2136, 2154, 2215, 2322, 2333, 2386, 2462, 2501, 2661, 2733, 2763, 2799,
    3019, 3174, 3179, 3237, 3260, 3399, 3635, 3653, 3749, 3806, 3831, 3943};

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
