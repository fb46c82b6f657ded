// A plan: everything that a run does, decided before a pixel moves. A value without OpenCL in it: the
// kernels are texts, the memory is sizes and slots. make_plan.hpp makes it, print.hpp shows it.
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

// Of rows of an image in each strip; no rows: not in this one. Those of a Download are its strip's own, each
// in one strip; those of an Upload overlap where they are read with their neighbours.
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
// A function of the host between launches: images come down to it, and what it makes of them goes up.
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

// What a plan was made of, so that it can be made once more with other values.
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
    // How many strips the frame goes through in. Where there are several, uploads of one sweep with the
    // passes and downloads that follow them are done strip by strip; all other steps once.
    std::size_t strips = 1;
    bool by_rows = false;  // Sources and Sinks hand over rows, and hold no whole picture ...
    bool holds = false;    // ... but for Sources that are gone through several times: they are decoded once
    std::vector<ObservedTable> observed;
    std::optional<std::size_t> status;  // a table: one u32 for each of `warnings`, then words of `checks`
    std::vector<PlannedWarning> warnings;
    std::vector<CheckedReads> checks;    // of PlanOptions::check_reads
    std::vector<std::string> decisions;  // about the whole, each with its reason, for people
    std::size_t peak_bytes = 0;          // device memory of one frame

    bool in_strips() const { return strips > 1; }
    // The name of a Table that is kept from frame to frame, or "" where frames are independent.
    std::string keeps() const;
    // How often the rows of a Source are gone through from the top.
    std::size_t readings(std::size_t source) const;
    std::size_t passes() const;  // over the pixels
    // Ids of the images that are evaluated where they are read, and lie in no memory: what PlanOptions::store
    // may name beside.
    std::vector<std::string> images_not_in_memory() const;
    // The first of the nodes that are computed by a function of the host, or null.
    const Primitive* of_host() const;
    // The Source whose metadata (profile) belongs to the image of a Sink.
    std::optional<std::size_t> metadata_source(std::size_t sink) const;
};

}  // namespace sluice
