// Along lines of the image, where it weighs columns alone and each output its own: the items of a group walk
// along a line each, a chunk at a time (kernels/strategies/walk.clh).
#pragma once

#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Walk final : Strategy {
    std::size_t lines = 1, columns = 0;  // of an item; pixels of a chunk
    RowLines along;                      // what each column adds to which outputs: rows, turned around
    bool bits = false;                   // weighed as the bits that they are (bits_as_floats.hpp)

    const RowLines* column_lines() const override { return &along; }
    WeightScales scales() const { return bits ? scales_of_bits : WeightScales{}; }
    WeightScales table_scales() const override { return scales(); }
    bool reads_lines() const override { return true; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
