// Along lines of the image, where it weighs columns alone and each output its own: the items of a group walk
// along a line each, a chunk at a time (kernels/strategies/walk.clh).
#pragma once

#include "pipeline/plan/strategies/reads_lines.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Walk final : ReadsLines {
    std::size_t lines = 1, columns = 0;  // of an item; pixels of a chunk
    RowLines along;                      // what each column adds to which outputs: rows, turned around

    const RowLines* column_lines() const override { return &along; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
