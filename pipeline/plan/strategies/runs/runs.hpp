// The least or the greatest of runs of neighbours, of any shape: of lines that a group reads it finds what
// runs of every length have that is a power of two (kernels/strategies/runs.clh).
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::strategies {

struct Runs final : RanksSamples {
    std::vector<RowRun> runs;
    int levels = 1;                // lengths that are found
    std::size_t lines = 1;         // at a time
    std::size_t steps = 1;         // vectors of samples that an item looks at at a time
    std::size_t open_samples = 0;  // room for the rows of the result that are open

    std::vector<std::int32_t> own_table() const override;
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/runs.clh"; }
};

}  // namespace sluice::strategies
