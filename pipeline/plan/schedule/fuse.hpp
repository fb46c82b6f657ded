// From primitives to steps: which of them run together in one pass over the pixels, and in which order.
#pragma once

#include "pipeline/plan/cost/profile.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

// Width, height and layers of what a pass goes over.
struct Domain {
    std::size_t width = 1, height = 1, layers = 1;

    std::size_t pixels() const { return width * height * layers; }
    bool operator==(const Domain&) const = default;
};
Domain domain_of(const ImageFormat& format);

// A Gather as a source of its pass: images of another domain that it reads from memory, and Points that are
// evaluated on them where it reads.
struct GatherSource {
    std::size_t node;
    std::vector<std::size_t> loads, points;
};

// A pass goes over one domain: it loads images once and gathers others, evaluates Points, and ends in any
// number of stores and Reduces. All numbers are nodes of the Primitives.
struct PassStep {
    Domain domain;
    std::vector<std::size_t> loads;  // images in memory that it reads pixel by pixel
    std::vector<GatherSource> gathers;
    std::vector<std::size_t> points;   // in the order of evaluation
    std::vector<std::size_t> stores;   // those made here whose image is written to memory
    std::vector<std::size_t> reduces;  // over images that are loaded or made here
    std::vector<std::size_t> tables;   // that its last group computes from these (join_tables.hpp)
    std::vector<std::size_t> levels;   // Tables that each of its groups computes for itself (own_levels.hpp)
    int interleaved = 1;               // channels that it sees as pixels (primitives/interleaved.hpp)
    bool planes = false;               // it sees a vector of each channel (primitives/planes.hpp)

    // Pixels that it sees in a row.
    std::size_t width() const { return domain.width * static_cast<std::size_t>(interleaved); }

    // Images in memory that it reads, each once; and those that it writes, too.
    std::vector<std::size_t> reads() const;
    std::vector<std::size_t> in_memory() const;
    // All images that it reads or makes; some twice.
    std::vector<std::size_t> images() const;
};
struct UploadStep {
    std::size_t node;
    int sweep = 0;
};  // a Source
struct TableStep {
    std::size_t node;
};  // a Table
struct SequenceStep {
    std::size_t node;
};  // kernels over whole images, one after the other
struct HostStep {
    std::size_t node;
};  // a host function
struct DownloadStep {
    std::size_t node;
};  // a Sink
using Step = std::variant<UploadStep, PassStep, TableStep, SequenceStep, HostStep, DownloadStep>;

struct FusedSteps {
    std::vector<Step> steps;
    std::vector<std::string> decisions;  // what was chosen, and why: for people
};

// A sweep lies between two whole-image Tables. What one sweep needs of the same images, for results of one
// domain, is one pass: Points are evaluated where they are used, and only the images of Sinks are stored.
// What several sweeps need is evaluated again in each, or stored by the first one, whichever takes less
// time on the device. Fusion removes stores, never conversions. `fuse` = false gives each primitive a pass of
// its own.
FusedSteps fuse(const Primitives& graph, const Profile& profile, bool fuse);

// The same for images that go through in strips: every sweep reads its Sources again, and nothing is in
// memory but these, the images of Sinks, and what one pass of a strip hands to the next.
FusedSteps fuse_strips(const Primitives& graph, const Profile& profile);

}  // namespace sluice
