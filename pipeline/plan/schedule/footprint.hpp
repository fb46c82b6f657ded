// What a rectangle of a Gather's result needs of its image.
#pragma once

#include "pipeline/graph/gather.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <cstdint>
#include <functional>

namespace sluice {

// Asked once what its parameters and formats say, then as often as there are rectangles. REQUIRES: lives no
// longer than the graph.
class Footprint {
public:
    Footprint(const Primitives& graph, const Primitive& gather);

    // Within the image: what stands outside of it, by the Gather's border, is among it.
    Area operator()(const Area& of) const;

private:
    std::function<Area(const Area&)> unbounded_;  // may lie outside of the image
    std::int64_t width_, height_;
    EdgeRule edge_;
};

}  // namespace sluice
