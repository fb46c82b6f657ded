#include "pipeline/plan/primitives/used_taps.hpp"

#include "pipeline/plan/primitives/interleaved.hpp"

namespace sluice {
namespace {

const Taps itself{1, {0}, {1}, true};

}  // namespace

bool is_itself(const Taps& taps) {
    return taps.even && taps.count == itself.count && taps.first == itself.first &&
           taps.weights == itself.weights;
}

Separable used_taps(const Primitives& graph, const Primitive& gather) {
    Separable taps = gather.gather().taps(graph.inputs_of(gather));
    if (gather.axes == Axes::columns) taps.rows = itself;
    if (gather.axes == Axes::rows) taps.columns = itself;
    if (gather.interleaved > 1) taps.columns = of_samples(taps.columns, gather.interleaved);
    return taps;
}

}  // namespace sluice
