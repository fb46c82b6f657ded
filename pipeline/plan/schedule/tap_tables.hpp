// The weights of a separable Gather as kernels read them.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/plan/primitives/bits_as_floats.hpp"
#include "pipeline/plan/primitives/primitives.hpp"
#include "pipeline/plan/primitives/row_lines.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

// Those that it uses, with as many for each output as kernels are made for: few different numbers, so that
// another size seldom needs another kernel. REQUIRES: it is separable.
Separable padded_taps(const Primitives& graph, const Primitive& gather);

// Whether a weight, rounded to float, is 0.
bool has_zero(const Separable& taps);

// Tables of weights that are given with the plan: numbers in plan.tables.
struct TapTables {
    std::size_t columns = 0, rows = 0;
};
struct GatherTaps {
    Separable taps;
    TapTables tables;
};
// Adds them to the tables of a plan, scaled, rounded once to float (as doubles where the pass works in
// double). gather.clh says how they lie. `columns`, `rows`: of a pass over tiles; unless they are even, they
// take the place of the weights of columns, or rows: four numbers for each output (RowLines::Output), and for
// each line its source, output and ends and its weights.
TapTables add_tap_tables(std::vector<PlannedTable>& tables, const std::string& gather, const Separable& taps,
                         const RowLines* columns, const RowLines* rows, bool doubles,
                         const WeightScales& scales = {});

}  // namespace sluice
