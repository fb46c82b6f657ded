// One box after the other, each sampled as an image of its own. The middle of pixel i of n is at x + (i +
// 1/2) / n * width - 1/2. Boxes lie at multiples of 2^-16 of a pixel, steps from pixel to pixel are multiples
// of 2^-40.
#include "tests/reference/params.hpp"
#include "tests/reference/sampled.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference::stages {
namespace {

// Columns or rows of a crop.
struct Line {
    Real from, length;
    std::size_t count;

    Line(double from_, double length_, std::size_t count_)
        : from(multiple(from_)), length(multiple(length_)), count(count_) {}

    static Real multiple(Real v) { return std::nearbyint(v * 0x1p16L) * 0x1p-16L; }
    Real at(std::size_t i) const {
        return from + (static_cast<Real>(i) + 0.5L) * length / static_cast<Real>(count) - 0.5L;
    }
    Real off_by() const {
        const Real half_step = length / static_cast<Real>(count) * 0x1p39L;
        return half_step == std::nearbyint(half_step) ? 0 : static_cast<Real>(count + 2) * 0x1p-40L;
    }
};

void copy_to_layer(HostImage& to, std::size_t layer, const HostImage& from) {
    for_each_sample(from.format(), [&](const SamplePlace& p) {
        set_value(to.view(), p.x, layer * from.format().height + p.row, p.channel, at(from, p));
    });
}

Bounded cropped(const StageCall& call) {
    const Bounded& src = call.image();
    const std::vector<double> size = numbers_of(call.values, "size").value();
    const std::vector<double> boxes = numbers_of(call.values, "boxes").value();
    ImageFormat one = src.format();
    one.width = static_cast<std::size_t>(size.front());
    one.height = static_cast<std::size_t>(size.back());
    ImageFormat all = one;
    all.layers = static_cast<std::size_t>(call.number("most"));
    Bounded dst = exactly(HostImage(all));
    for_each_sample(all, [&](const SamplePlace& p) { pin(dst, p, 0); });
    for (std::size_t i = 0; 4 * i < boxes.size(); ++i) {
        const Line columns(boxes[4 * i], boxes[4 * i + 2], one.width);
        const Line rows(boxes[4 * i + 1], boxes[4 * i + 3], one.height);
        if (columns.length == 0 || rows.length == 0) continue;
        const Real off_by = std::max(columns.off_by(), rows.off_by());
        const Bounded crop = sampled(src, one, call.values, [&](std::size_t x, std::size_t y) -> Spot {
            return {columns.at(x), rows.at(y), off_by};
        });
        copy_to_layer(dst.expected, i, crop.expected);
        copy_to_layer(dst.low, i, crop.low);
        copy_to_layer(dst.high, i, crop.high);
        dst.exact = dst.exact && crop.exact;
    }
    return dst;
}

}  // namespace

StageReference crops() {
    return {.image = [](const StageCall& call) -> StageResult { return {cropped(call)}; }};
}

}  // namespace sluice::reference::stages
