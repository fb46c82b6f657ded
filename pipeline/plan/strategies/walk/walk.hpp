// Weights of columns only, each output with its own: every work-item of a group walks along a line of the
// image, a chunk at a time (kernels/strategies/walk.clh).
#pragma once

#include "pipeline/plan/strategies/reads_lines.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Walk final : ReadsLines {
    std::size_t lines = 1, columns = 0;  // lines of a work-item; pixels of a chunk
    RowLines along;                      // what each column adds to which outputs (rows and columns swapped)

    const RowLines* column_lines() const override { return &along; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
