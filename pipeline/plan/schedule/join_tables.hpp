// Tables that what finishes the Reduces of a pass computes behind them, its last group or a kernel of its
// own: a launch costs more than they do, and where a driver compiles slowly, so does a kernel.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/schedule/fuse.hpp"

#include <cstddef>
#include <vector>

namespace sluice {

// Values that are computed in less time than a launch takes, or, on a CPU, a compiler.
constexpr std::size_t few_values = 4096;

// Whether a Table, and each that it is made from, has so few in each field.
bool is_short(const Primitives& graph, const Primitive& table);

// Steps of small Tables go into the pass behind which all that they are made from is there. REQUIRES: the
// frame goes through in one piece, so that a pass is there once.
void join_tables(const Primitives& graph, std::vector<Step>& steps, const DeviceFacts& device,
                 const PlanOptions& options);

}  // namespace sluice
