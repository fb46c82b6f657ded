#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Dithered {
    Pixel pixel = Pixel::u8;
    double white = 0;
    double steps = 255;
};

ImageFormat format_of(const Dithered& p, const ImageFormat& src) {
    ImageFormat dst = src;
    dst.pixel = p.pixel;
    dst.white = p.white;
    dst.meant.reset();
    return dst;
}

}  // namespace

// A part of dither.
StageDef dithered() {
    return point<Dithered>("dithered", "Leaves a few levels, which a pattern mixes.")
        .internal()
        .table_in("noise", "The pattern; without it that of Bayer.", {"rank"}, true)
        .param("pixel", &Dithered::pixel, "The pixel type of the result.")
        .param("white", &Dithered::white,
               "The code value of white in the result; 0 is that of the pixel type.", at_least(0))
        .param("steps", &Dithered::steps, "How many there are from level to level, up to white.", at_least(1))
        .infer([](const Dithered& p, const StageInputs& inputs) { return format_of(p, inputs.image()); })
        .function([](const Dithered&, const StageInputs& inputs) {
            const std::string pattern = inputs.tables[1] ? "dithered_bluenoise" : "dithered_ordered";
            return KernelFunction{"dithered", dividing(pattern, inputs)};
        })
        .constants([](const Dithered& p, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"white_after", format_of(p, inputs.image()).white_value()}};
        });
}

}  // namespace sluice::stages
