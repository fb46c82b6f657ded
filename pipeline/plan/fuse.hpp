// From primitives to steps: which of them run together in one pass over the pixels, and in which order.
#pragma once

#include "pipeline/plan/primitives.hpp"

#include <cstddef>
#include <variant>
#include <vector>

namespace sluice {

// A pass loads images once, evaluates Points, and ends in any number of stores and Reduces.
// All numbers are nodes of the Primitives.
struct PassStep {
    std::vector<std::size_t> loads;    // images in memory that it reads
    std::vector<std::size_t> points;   // in the order of evaluation
    std::vector<std::size_t> stores;   // those of `points` whose image is written to memory
    std::vector<std::size_t> reduces;  // over images that are loaded or evaluated here
};
struct UploadStep {
    std::size_t node;
};  // a Source
struct TableStep {
    std::size_t node;
};  // a Table
struct DownloadStep {
    std::size_t node;
};  // a Sink
using Step = std::variant<UploadStep, PassStep, TableStep, DownloadStep>;

// Fusion so far, where it is free: a Point joins the only one that takes its image, and a Reduce without
// mask joins the pass that makes its image; nothing is ever computed twice. Fusion removes stores, never
// conversions. `fuse` = false gives each primitive a pass of its own.
std::vector<Step> fuse(const Primitives& graph, bool fuse);

}  // namespace sluice
