#include "stages/shared/slope.hpp"

#include <algorithm>

namespace sluice::stages {
namespace {

struct Summed {
    bool down = false;
    std::int64_t taps = 2, step = 1;
    Pixel pixel = Pixel::f64;

    // How many pixels of the image, at most, are in a sum.
    double most(const ImageFormat& image) const {
        const auto size = static_cast<std::int64_t>(down ? image.height : image.width);
        return static_cast<double>(std::min(taps, (size + step - 1) / step));
    }
    Interval needed(const Interval& of, bool along) const {
        return {along ? of.first - (taps - 1) * step : of.first, of.end};
    }
};

ImageFormat format_of(const Summed& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const ValueRange of = src.meant_range();
    const double most = p.most(src);
    return as_data(src, p.pixel, std::min(of.low, of.low * most), std::max(of.high, of.high * most));
}

}  // namespace

// A part of integral: one of its passes.
StageDef summed() {
    return gather<Summed>("summed", "Adds up pixels that stand evenly apart in a row or a column.")
        .internal()
        .param("down", &Summed::down, "Whether they stand in a column.")
        .param("taps", &Summed::taps, "How many there are, the pixel itself among them.", at_least(1))
        .param("step", &Summed::step, "How far apart they are.", at_least(1), unit("px"))
        .param("pixel", &Summed::pixel, "The pixel type of the result.")
        .infer(format_of)
        .border([](const Summed&) { return Border{EdgeRule::constant}; })
        .footprint([](const Summed& p, const StageInputs&, const Area& of) -> Area {
            return {p.needed(of.columns, !p.down), p.needed(of.rows, p.down)};
        })
        .function([](const Summed& p, const StageInputs&) {
            return KernelFunction{"summed", p.down ? "summed_down" : "summed_across"};
        });
}

}  // namespace sluice::stages
