// The minimum or maximum of neighbours of any shape, given as runs. For each line that a group reads, it
// finds the minimum of all runs whose length is a power of two (kernels/strategies/runs.clh).
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::strategies {

struct Runs final : RanksSamples {
    std::vector<RowRun> runs;
    int levels = 1;                // lengths of runs, as powers of two
    std::size_t lines = 1;         // that are read at a time
    std::size_t steps = 1;         // vectors of samples that a work-item processes at a time
    std::size_t open_samples = 0;  // in the unfinished rows of the result

    std::vector<std::int32_t> own_table() const override;
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/runs.clh"; }
};

}  // namespace sluice::strategies
