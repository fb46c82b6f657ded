// The least or the greatest of runs of neighbours, of any shape: of lines that a group reads it finds what
// runs of every length have that is a power of two (kernels/strategies/runs.clh).
#pragma once

#include "pipeline/graph/gather.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::strategies {

struct Runs final : Strategy {
    Extreme extreme;
    std::size_t columns = 1, rows = 1;               // of the rectangle around its runs
    int levels = 1;                                  // lengths that are found
    std::size_t lines = 1;                           // at a time
    std::size_t steps = 1;                           // vectors of samples that an item looks at at a time
    std::size_t line_samples = 0, open_samples = 0;  // in local memory
    bool staged = false;    // results wait in local memory for the rest of their texel
    std::size_t width = 0;  // of a tile, where it stands in the text

    std::vector<std::int32_t> own_table() const override;
    bool chooses_samples() const override { return true; }
    void add_arguments(GatherCode& code) const override;
    std::string value(const GatherCode&) const override { return "found"; }
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
