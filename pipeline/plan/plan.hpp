// A plan: everything that a run will do, decided before any pixel is processed. It is a value without OpenCL:
// kernels are texts, and memory is sizes and slots. make_plan.hpp makes it, print.hpp prints it.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/checked_reads.hpp"
#include "pipeline/plan/launch.hpp"
#include "pipeline/plan/memory.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

// The rows of an image in each strip; empty if the strip has none. The rows of a Download are in exactly one
// strip. The rows of Uploads overlap if neighbours are read.
struct Upload {
    std::size_t source;  // a node
    std::size_t image;
    int sweep = 0;
    std::vector<Rows> rows;
};
struct Download {
    std::size_t sink;  // a node
    std::size_t image;
    std::vector<Rows> rows;
};
// A host function between launches: its images are downloaded, and its result is uploaded.
struct HostWork {
    std::size_t node;
    std::vector<std::optional<std::size_t>> images;  // by input port
    std::size_t result;                              // an image

    bool touches(std::size_t image) const {
        return image == result || std::count(images.begin(), images.end(), image) != 0;
    }
};
using PlannedStep = std::variant<Upload, Launch, HostWork, Download>;

struct PlannedWarning {
    std::size_t flag;
    std::string stage, text;
};  // said when status[flag] > 0
struct ObservedTable {
    std::string name;
    std::size_t table;
    std::vector<Field> fields = {};  // that the caller sees; none: all
};

// The arguments that a plan was made from, so that it can be made again with other values.
struct PlanRecipe {
    CheckedGraph graph;
    Registry registry;
    SourceFormats sources;
    PlanOptions options;
};

struct ExecutionPlan {
    DeviceFacts device;
    std::shared_ptr<const PlanRecipe> recipe;
    Primitives graph;  // what is computed; keeps the stages, whatever becomes of the registry
    std::vector<PlannedImage> images;
    std::vector<std::size_t> slots;  // bytes of each
    std::vector<PlannedTable> tables;
    std::vector<PlannedStep> steps;
    // The number of strips of a frame. If there are several, the uploads, passes and downloads of each phase
    // (sweep) are done strip by strip, and all other steps once.
    std::size_t strips = 1;
    bool by_rows = false;  // Sources and Sinks pass on rows, and hold no whole image ...
    bool holds = false;    // ... except Sources that are needed several times: they are decoded once
    std::vector<ObservedTable> observed;
    std::optional<std::size_t> status;  // a table: one u32 for each of `warnings`, then words of `checks`
    std::vector<PlannedWarning> warnings;
    std::vector<CheckedReads> checks;    // of PlanOptions::check_reads and KernelCall::checked
    std::vector<std::string> decisions;  // about the whole, each with its reason, for people
    std::size_t peak_bytes = 0;          // device memory of one frame

    bool in_strips() const { return strips > 1; }
    // The name of a Table that is kept from frame to frame, or "" if frames are independent.
    std::string keeps() const;
    // How many times the rows of a Source are read from the top.
    std::size_t readings(std::size_t source) const;
    std::size_t passes() const;  // over the pixels
    // The ids of the images that are computed on the fly instead of being stored. PlanOptions::store can name
    // them.
    std::vector<std::string> images_not_in_memory() const;
    // Why it cannot be processed in strips: "edges is computed by a host function, which needs whole images";
    // or "".
    std::string needs_whole_images() const;
    // The Source whose metadata (profile) belongs to the image of a Sink.
    std::optional<std::size_t> metadata_source(std::size_t sink) const;
    // Whether pixels may be elsewhere in the image of a Sink than in the image of that Source.
    bool moves_pixels(std::size_t sink) const;
};

}  // namespace sluice
