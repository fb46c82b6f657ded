// Stages that nobody ships, and graphs written as text, so that tests of the planner depend on no real
// stage and read like tables. None of these stages has a kernel: they are planned, never assembled.
#pragma once

#include "pipeline/plan/primitives/primitives.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"
#include "pipeline/plan/rewrite/simplify.hpp"
#include "tests/error_of.hpp"

#include <string>
#include <vector>

namespace sluice::test {

// image     Source; its parameters are its format: pixel, channels, width, height, layers, white
// show      Sink; wants its image in `pixel`, and refuses i32
// dim       Point; `exponent` is live
// pair      Point of two images
// narrow    Point whose result is half as wide, which no Point may be
// real      Point whose result is f32
// apply     Point driven by a Table (scale)
// reduce    Reduce with an optional mask; `quantities` are seen by a caller
// line      Table (min, max -> scale)
// convert   Point: pixel, channels, space, as the planner puts it before a Sink
// normalize composition: stats = reduce, line = line, apply = apply
// twice     composition of two compositions: first and second, each a normalize
// nothing   composition that is its own input
// open, lost, wrong, far   compositions that expand to nothing, to stages or values that do not exist
// fussy     Point that refuses images of one channel
// input, output            the application's own ends
const Registry& sample_registry();

// The checked graph of a chain that is right.
CheckedGraph sample_graph(const std::string& chain);
// Checked, probed and walked.
Primitives walked(const std::string& chain, bool fp64 = true);
// ... and simplified.
Primitives simplified(const std::string& chain, const std::vector<std::string>& observe = {});

// "image; dim(image); show(dim)": every node with its inputs; "-" is an input that is not connected.
std::string text(const Primitives& graph);

}  // namespace sluice::test
