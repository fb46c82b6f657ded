// The weights of a separable Gather as kernels read them.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/plan/primitives/primitives.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

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
    bool exact = false;  // texts are for just so many weights of an output

    // Whether they are; else their number is an argument, and the text one for all sizes. Of columns, or
    // rows.
    bool known(const Taps& of) const { return exact || of.even || of.count <= 2; }
};
// Adds them to the tables of a plan, scaled, rounded once to float (as doubles where the pass works in
// double). gather.clh says how they lie. Lines of a strategy, unless they are even, take the place of the
// weights of columns, or rows: four numbers for each output (RowLines::Output), and for each line its source,
// output and ends and its weights. `strategy`: null where each pixel is made for itself.
TapTables add_tap_tables(std::vector<PlannedTable>& tables, const std::string& gather, const Separable& taps,
                         const Strategy* strategy, bool doubles);

}  // namespace sluice
