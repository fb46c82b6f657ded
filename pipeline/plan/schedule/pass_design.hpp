// How a pass is done, decided before a kernel is written: what its Reduces count, which tables of weights it
// reads, the shape of its groups, and the memory that it needs beside its images.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/schedule/reduce_design.hpp"
#include "pipeline/plan/schedule/tap_tables.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace sluice {

struct Assembly;

struct PassDesign {
    std::vector<ReduceDesign> reduces;       // as in the step
    std::map<std::size_t, GatherTaps> taps;  // of separable Gathers
    std::set<std::size_t> made;              // the Gathers that its strategy makes
    std::optional<std::size_t> own_table;    // of the strategy, among the Tables
    std::set<std::size_t>
        word_lookups;            // Points that take words of an 8-bit image to another, looked up as they lie
    std::optional<Tiles> tiles;  // of its Reduces
    FinishChoice finish;
    std::size_t groups_done = 0;  // a Table: how many groups of a layer are, where the last one finishes
    PassShape shape;
};

// Adds Tables to the plan for what its kernels share. `rows`: what the pass goes over in each strip. nullopt:
// no strategy goes over samples as this pass does; nothing was added then.
std::optional<PassDesign> design_pass(Assembly& assembly, const PassStep& pass,
                                      const std::vector<Rows>& rows);

// The time that it is predicted to take, in nanoseconds; 0 where there is no choice.
double predicted_time(Assembly& assembly, const PassStep& pass, const std::vector<Rows>& rows);

// Whether a lookup takes words of an 8-bit image in memory to those of another, and nothing else looks at
// either.
bool looks_words_up(const Primitives& graph, const PassStep& pass, std::size_t point);

// Whether nothing in this pass but the store takes a node's value.
bool stored_only(const Primitives& graph, const PassStep& pass, std::size_t node);

}  // namespace sluice
