// OpenCL C of a generated Reduce: V accumulators in the pass, partial results of the groups, and the
// small kernel that folds them into the Table.
#pragma once

#include "pipeline/plan/kernel_source.hpp"
#include "pipeline/plan/place.hpp"
#include "pipeline/plan/statistics.hpp"

#include <string>
#include <vector>

namespace sluice {

struct ReduceCode {
    std::string name;  // "r5": prefix of all that is declared for it
    Reduction reduction;
    ImageFormat format;                // of the image
    std::vector<Quantity> quantities;  // of the fields that are read
    TableLayout layout;

    bool luma() const { return layout.channels.front() == "luma"; }
    std::size_t partial_bytes() const;  // of one group, all channels
};

// Types and functions: <name>_lanes, _start, _step; <name>_one, _fold, _merge, _group.
std::string reduce_declarations(const ReduceCode& code, const PassShape& shape);
// In the loop over pieces: counts pixel `v`; `mask` tells which lanes a mask image counts, or is "".
std::string reduce_step(const ReduceCode& code, const std::string& v, const std::string& mask);
// After the loop: the group's result goes to <name>_partials.
std::string reduce_epilogue(const ReduceCode& code);
// The kernel <name>_finish: one group per channel.
std::string finish_kernel(const ReduceCode& code);

}  // namespace sluice
