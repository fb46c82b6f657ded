// The ways in which a random graph is planned. All must give the same.
#pragma once

#include "pipeline/plan/options.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::property {

// What comes out is that of the first variant: images byte by byte, Tables of integers too, floats in Tables
// to 1e-6 (sums depend on the order of summing). Without simplification it is only what the reference allows.
struct Variant {
    std::string name;
    PlanOptions options;
    // Least number of strips, and most rows in one, that a limit of memory is to force; 0: whole.
    std::size_t strips = 0, rows = 0;
    bool perhaps = false;  // left out where planning refuses it: an image format
    bool store =
        false;  // with some of the images in memory that else would not be; the graph's seed says which
};

// Fused, not fused and in strips always; what else, the seed decides.
std::vector<Variant> variants(std::uint64_t seed);

}  // namespace sluice::property
