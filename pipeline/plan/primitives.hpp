// A pipeline after expansion: primitives only, every format and layout known. What planning works on.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/graph/stage.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// One primitive; it has one output, so an edge is named by the node that it comes from.
struct Primitive {
    const StageDef* stage = nullptr;
    std::string id;  // "normalize.stats"
    Values values;
    std::vector<std::optional<std::size_t>> inputs;  // one for each input port
    std::optional<ImageFormat> format;               // of its image ...
    std::optional<TableLayout> layout;               // ... or of its Table
    std::optional<Reduction> reduction;              // of a Reduce
    Place place;

    bool is(Kind kind) const { return stage->kind == kind; }
};

// Nodes stand after those that they take inputs from.
struct Primitives {
    std::vector<Primitive> nodes;
    // What a caller may name: ids of primitives and of compositions whose output a primitive is.
    std::map<std::string, std::size_t> names;

    // For each node, those that take its output, in their order; twice who takes it twice.
    std::vector<std::vector<std::size_t>> users() const;
    StageInputs inputs_of(const Primitive& node) const;
};

}  // namespace sluice
