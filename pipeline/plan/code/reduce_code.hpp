// OpenCL C of a Reduce: accumulators of a work-item's lanes in the pass, partial results of the groups,
// and what folds them into the Table. What lanes count differs (Counting); all else is shared.
#pragma once

#include "pipeline/plan/code/ground.hpp"
#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/schedule/reduce_design.hpp"

#include <string>
#include <vector>

namespace sluice {

struct ReduceCode : ReduceDesign {
    std::string name;  // "r5": prefix of all that is declared for it
};

// Lanes of a pixel that make up each channel of the Table.
std::vector<std::vector<int>> channel_lanes(const ReduceCode& code);

// Types and functions of its pass: <name>_lanes, _step; <name>_one, _all, _fold, _merge; and those of
// reduce.clh. `by_last_group`: that group finishes, and there is <name>_store, which wants the accessors
// <name>_table.
void reduce_declarations(KernelSource& source, const ReduceCode& code, bool by_last_group);
// Those of another program that finishes it: <name>_one, _merge, _store.
void finish_declarations(KernelSource& source, const ReduceCode& code);
// Counting words: for the unit `unit` of its image.
std::string reduce_unit(const ReduceCode& code, const std::string& unit, Cut cut, const PassShape& shape);
// Else, for piece k of a unit: counts `v` (integers: as they lie in memory); `mask` tells which lanes a
// mask image counts, or is ""; `finite`: it is known that all numbers are.
std::string reduce_step(const ReduceCode& code, const std::string& v, const std::string& mask, Cut cut,
                        const PassShape& shape, bool finite = false);
// When an item has done a unit, or its part of a tile: what might overflow, or get inexact, is put away.
std::string reduce_after_unit(const ReduceCode& code, const PassShape& shape);
std::string reduce_after_tile(const ReduceCode& code, const PassShape& shape);
// After the loop: the group's result goes to <name>_partials, those of a row's channel side by side, together
// with what it found in earlier strips.
std::string reduce_epilogue(const ReduceCode& code, const PassShape& shape);

// After that, by one group for each row: from the results of its groups to the Table. `scratch`: a
// <name>_one for each item.
std::string reduce_finish(const ReduceCode& code, const std::string& table, const std::string& scratch);

}  // namespace sluice
