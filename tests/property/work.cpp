#include "tests/property/work.hpp"

#include <algorithm>

namespace sluice::property {
namespace {

std::uint64_t pixels(const ImageFormat& format) { return format.width * format.rows(); }

std::uint64_t reads(const Primitives& graph, const Primitive& node) {
    const GatherDef& gather = node.gather();
    const StageInputs inputs = graph.inputs_of(node);
    if (gather.taps) {
        const Separable taps = gather.taps(inputs);
        return taps.columns.count + taps.rows.count;
    }
    if (!gather.reach) return 1;
    const Reach reach = gather.reach(inputs);
    const std::uint64_t width = reach.left + 1 + reach.right, height = reach.top + 1 + reach.bottom;
    return width * height * std::min(width, height);
}

}  // namespace

std::uint64_t work(const GraphCase& graph) {
    const Primitives all = primitives(graph);
    std::uint64_t sum = 0;
    for (const Primitive& node : all.nodes)
        if (node.is(Kind::gather)) sum += pixels(*node.format) * reads(all, node);
    return sum;
}

std::uint64_t most_pixels(const GraphCase& graph) {
    const Primitives all = primitives(graph);
    std::uint64_t most = 0;
    for (const Primitive& node : all.nodes)
        if (node.format) most = std::max(most, pixels(*node.format));
    return most;
}

}  // namespace sluice::property
