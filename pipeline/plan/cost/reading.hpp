// What it takes a Gather to read an image that Points make: from memory, or by evaluating them where it
// reads.
#pragma once

#include "pipeline/plan/cost/profile.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>
#include <map>
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
    bool alone = false;  // what is evaluated once is all that a pass does
};

// Predicted times, in nanoseconds of a frame. Keeps what it has found of each Point.
class Costs {
public:
    Costs(const Primitives& graph, const Profile& profile);

    double of(const Reading& reading) const;  // of what differs from one way to another
    // Of moving such images to or from memory, and of evaluating such Points, once each.
    double of_moving(const std::set<std::size_t>& images) const;
    double of_evaluating(const std::set<std::size_t>& points) const;

    // What it costs, and what it saves, to store an image so that those that take it have a pass of their
    // own.
    double of_pass() const { return profile_.launch; }
    // Of a Point that looks words up, by itself; else nothing.
    std::optional<double> of_words(std::size_t point) const;
    // What a window of whole pixels as they lie in memory takes longer where its results go on as numbers.
    double of_going_on(std::size_t gather) const;
    // Whether a Gather finds a value of some rank among so many places that each pixel is brought to local
    // memory once, by a pass that has no other Gather.
    bool reads_once(const Primitive& gather) const;

private:
    double moving(std::size_t image) const;
    // Of a pixel: where a Gather reads it; in passes of Points, which may see a vector for each channel.
    double reading(std::size_t point) const;
    double evaluating(std::size_t point) const;
    bool goes_in_planes(std::size_t point) const;
    bool looks_words_up(std::size_t point) const;
    double reads(std::size_t gather) const;
    double reads_of_tiles(std::size_t gather) const;
    double reading_numbers(const Primitive& gather) const;
    std::size_t places(const Primitive& gather) const;
    bool takes_whole_pixels(const Primitive& gather) const;
    const ImageFormat& format(std::size_t i) const { return graph_.nodes[i].format.value(); }
    const ImageFormat& source(const Primitive& gather) const { return format(gather.inputs.at(0).value()); }

    const Primitives& graph_;
    Profile profile_;
    mutable std::map<std::size_t, double> reading_, evaluating_;
};

}  // namespace sluice
