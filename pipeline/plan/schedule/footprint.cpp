#include "pipeline/plan/schedule/footprint.hpp"

#include "pipeline/plan/schedule/tap_tables.hpp"

#include <utility>

namespace sluice {
namespace {

Interval grown(const Interval& of, std::size_t before, std::size_t behind) {
    return {of.first - static_cast<std::int64_t>(before), of.end + static_cast<std::int64_t>(behind)};
}

std::function<Area(const Area&)> unbounded(const Primitives& graph, const Primitive& node,
                                           const StageInputs& inputs) {
    const GatherDef& gather = node.gather();
    if (gather.taps)  // kernels read what weights of 0 behind the others would weigh
        return [taps = padded_taps(graph, node)](const Area& of) -> Area {
            return {taps.columns.footprint(of.columns), taps.rows.footprint(of.rows)};
        };
    if (gather.reach)
        return [reach = gather.reach(inputs)](const Area& of) -> Area {
            return {grown(of.columns, reach.left, reach.right), grown(of.rows, reach.top, reach.bottom)};
        };
    return [&gather, inputs](const Area& of) { return gather.footprint(inputs, of); };
}

}  // namespace

Footprint::Footprint(const Primitives& graph, const Primitive& gather) {
    const StageInputs inputs = graph.inputs_of(gather);
    unbounded_ = unbounded(graph, gather, inputs);
    width_ = static_cast<std::int64_t>(inputs.image().width);
    height_ = static_cast<std::int64_t>(inputs.image().height);
    edge_ = gather.gather().border(inputs.values).rule;
}

Area Footprint::operator()(const Area& of) const {
    const Area all = unbounded_(of);
    return {inside(all.columns, width_, edge_), inside(all.rows, height_, edge_)};
}

}  // namespace sluice
