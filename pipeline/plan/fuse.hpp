// From primitives to steps: which of them run together in one pass over the pixels, and in which order.
#pragma once

#include "pipeline/plan/primitives.hpp"

#include <cstddef>
#include <string>
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
    int sweep = 0;
};  // a Source
struct TableStep {
    std::size_t node;
};  // a Table
struct DownloadStep {
    std::size_t node;
};  // a Sink
using Step = std::variant<UploadStep, PassStep, TableStep, DownloadStep>;

struct FusedSteps {
    std::vector<Step> steps;
    std::vector<std::string> decisions;  // what was chosen, and why: for people
};

// A sweep lies between two whole-image Tables. What one sweep needs of the same images is one pass: Points
// are evaluated where they are used, and only the images of Sinks are stored. What several sweeps need is
// evaluated again in each, or stored by the first one, whichever moves fewer bytes. Fusion removes stores,
// never conversions. `fuse` = false gives each primitive a pass of its own.
FusedSteps fuse(const Primitives& graph, bool fuse);

// The same for images that go through in strips: every sweep reads its Sources again, and nothing is in
// memory but these, the images of Sinks, and what goes from float to double or back between two passes of a
// strip.
FusedSteps fuse_strips(const Primitives& graph);

}  // namespace sluice
