// What it takes a Gather to read an image that Points make: from memory, or by evaluating them where it
// reads.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>
#include <optional>
#include <set>

namespace sluice {

// One way to do it. Numbers of nodes.
struct Reading {
    std::size_t gather = 0;
    std::optional<std::size_t> stored;  // an image that a pass of its own writes to memory ...
    bool is_there = false;              // ... where it is all the same, because a Sink gets it
    std::set<std::size_t> loads;        // images in memory that all is made of
    // Points: evaluated once for each pixel, to be stored; for each pixel that is read; and once more, by the
    // pass of the Gather, for others that take them.
    std::set<std::size_t> once, often, again;
};

// Nanoseconds of a frame: of what differs from one way to another.
double time_of(const Primitives& graph, const DeviceFacts& device, const Reading& reading);
// Of moving such images to or from memory, and of evaluating such Points, once each.
double time_to_move(const Primitives& graph, const DeviceFacts& device, const std::set<std::size_t>& images);
double time_to_evaluate(const Primitives& graph, const DeviceFacts& device,
                        const std::set<std::size_t>& points);

}  // namespace sluice
