// Each pixel from where the first two channels of the map lead, as cv::remap, in whole numbers of 2^-40 of a
// pixel.
#include "tests/reference/sampled.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference::stages {
namespace {

// A channel of the map, as far as it is known.
struct Along {
    Real expected, off_by;
};
Along along(const Bounded& map, std::size_t x, std::size_t row, int channel) {
    const SamplePlace place{x, row, channel};
    const Real v = std::trunc(at(map.expected, place) * 0x1p40L) * 0x1p-40L, low = at(map.low, place),
               high = at(map.high, place);
    if (std::isnan(v) || low == high) return {v, low == high || std::isnan(low) ? Real{0} : high - low};
    return {v, std::max(high - v, v - low)};
}

}  // namespace

StageReference remap() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded &src = call.image(), &map = call.image(1);
        ImageFormat dst = src.format();
        dst.width = map.format().width;
        dst.height = map.format().height;
        return {sampled(src, dst, call.values, [&](std::size_t x, std::size_t row) -> Spot {
            const Along column = along(map, x, row, 0), line = along(map, x, row, 1);
            const Real off_by = std::max(column.off_by, line.off_by);
            return {column.expected, line.expected, std::isnan(off_by) ? HUGE_VALL : off_by};
        })};
    }};
}

}  // namespace sluice::reference::stages
