// A pipeline after expansion: primitives only, every format and layout known. What planning works on.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// Which of its weights a separable Gather uses: along rows, along columns, or both.
enum class Axes { both, columns, rows };

// One primitive; it has one output, so an edge is named by the node that it comes from.
struct Primitive {
    const StageDef* stage = nullptr;
    std::string id;  // "normalize.stats"
    Values values;
    std::vector<std::optional<std::size_t>> inputs;  // one for each input port
    std::optional<ImageFormat> format;               // of its image ...
    std::optional<TableLayout> layout;               // ... or of its Table
    std::optional<Reduction> reduction;              // of a Reduce
    std::vector<std::string> observed;               // fields that a caller sees, or none for all of them
    std::vector<std::size_t> chain;                  // of a table of levels: the Points that it evaluates
    Place place;
    Axes axes = Axes::both;
    std::optional<ImageFormat> given = {};  // of a Sink: of its image, before a convert for the file
    bool stored = false;                    // its image shall lie in memory (PlanOptions::store)
    std::string origin = {};  // path of the file that its image comes from (StageInputs::origins)
    std::shared_ptr<const Table> contents = {};  // of its Table, if a caller knows it (PlanOptions::given)
    int interleaved = 1;  // channels that `format` has as pixels side by side (interleaved.hpp)

    // Its image, by pixels.
    std::optional<ImageFormat> pixels() const;
    // REQUIRES: it is one.
    const GatherDef& gather() const { return *stage->as<GatherDef>(); }
    bool is(Kind kind) const { return stage->kind() == kind; }
    // Whether it works on whole images in memory, and not in a pass: a function of the host, or kernels one
    // after the other.
    bool needs_whole_images() const { return is(Kind::host) || is(Kind::sequence); }
    // Whether its image, or those that it takes, lie in memory because no pass makes it, or takes them.
    bool gives_image() const { return is(Kind::source) || (needs_whole_images() && format); }
    bool takes_images() const { return is(Kind::sink) || needs_whole_images(); }
    // Whether its Table is known only when it has gone over a whole image.
    bool measures() const { return is(Kind::reduce) || (is(Kind::sequence) && layout); }
    // Whether the host fills its Table, before anything runs.
    bool is_given() const;
    // What is said if its kernel raises the flag of the stage; "" = it never does.
    std::string warning() const;
};

// What the host looks at when a frame is done.
struct Assertion {
    const StageDef* stage = nullptr;
    std::string id;
    Values values;
    std::string table;  // a node's id; of a plan the name by which the Table is observed
    Place place;
};

// Nodes stand after those that they take inputs from.
struct Primitives {
    std::vector<Primitive> nodes;
    std::vector<Assertion> assertions = {};
    // What a caller may name: ids of primitives and of compositions whose output a primitive is.
    std::map<std::string, std::size_t> names;
    std::vector<Registry> registries = {};  // that keep the stages

    // For each node, those that take its output or evaluate it, in their order; twice who takes it twice.
    std::vector<std::vector<std::size_t>> users() const;
    // Puts a node in front of node `at`; those from there on move up by one. Names keep their nodes.
    void insert(std::size_t at, Primitive node);
    // Of whole pixels, however images are seen.
    StageInputs inputs_of(const Primitive& node) const;
    // What the host fills a node's Table with. REQUIRES: node.is_given().
    Table given_table(const Primitive& node) const;
    // Whether a pass makes a node's image: it is a Point or a Gather.
    bool makes_image(std::size_t node) const;
    // Whether a Point, a Gather or a Reduce works in double: one of its images is f64 or i32, whose values
    // float cannot tell apart. A Table does if it gives doubles.
    bool in_double(std::size_t node) const;
};

}  // namespace sluice
