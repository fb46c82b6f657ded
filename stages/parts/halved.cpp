#include "stages/shared/filter.hpp"

namespace sluice::stages {
namespace {

struct Halved {
    bool mean = true;
    Pixel pixel = Pixel::u8;

    // The columns (or rows) of each result; beyond the edge the last one counts again.
    Taps taps(std::size_t size) const {
        Taps taps;
        taps.count = mean ? 2 : 1;
        for (std::size_t i = 0; i < (size + 1) / 2; ++i) {
            taps.first.push_back(static_cast<std::int32_t>(2 * i));
            taps.weights.insert(taps.weights.end(), taps.count, mean ? 0.5 : 1);
        }
        return taps;
    }
};

}  // namespace

// A part of to_yuv.
StageDef halved() {
    return gather<Halved>("halved", "Makes one pixel of 2 x 2.")
        .internal()
        .param("mean", &Halved::mean, "Their mean, or the first.")
        .param("pixel", &Halved::pixel, "The pixel type of the result.")
        .infer([](const Halved& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            if (dst.white == default_white(dst.pixel)) dst.white = 0;
            dst.width = (dst.width + 1) / 2;
            dst.height = (dst.height + 1) / 2;
            return dst;
        })
        .separable([](const Halved& p, const StageInputs& inputs) {
            return Separable{p.taps(inputs.image().width), p.taps(inputs.image().height)};
        });
}

}  // namespace sluice::stages
