#include "stages/shared/filter.hpp"

namespace sluice::stages {
namespace {

struct Halved {
    bool mean = true;
    Pixel pixel = Pixel::u8;

    // The columns (or rows) of each result. Of an odd number, the last one stands alone.
    Taps taps(std::size_t size) const {
        Taps taps;
        taps.count = mean && size > 1 ? 2 : 1;
        for (std::size_t at = 0; at < size; at += 2) {
            const bool alone = taps.count == 2 && at + 1 == size;
            taps.first.push_back(static_cast<std::int32_t>(alone ? at - 1 : at));
            if (taps.count == 2) taps.weights.push_back(alone ? 0 : 0.5);
            taps.weights.push_back(taps.count == 1 || alone ? 1 : 0.5);
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
