#include "stages/shared/filter.hpp"
#include "stages/shared/siting.hpp"

namespace sluice::stages {
namespace {

struct Spread {
    std::size_t width = 1, height = 1;
    Upsampling filter = Upsampling::nearest;
    Siting siting = Siting::left;
    Pixel pixel = Pixel::u8;
};

}  // namespace

// A part of yuv.
StageDef spread() {
    return gather<Spread>("spread", "Spreads colour differences that 2 x 2 pixels share over these.")
        .internal()
        .param("width", &Spread::width, "Size of the result.", at_least(1), unit("px"))
        .param("height", &Spread::height, "Size of the result.", at_least(1), unit("px"))
        .param("filter", &Spread::filter, "Interpolation method.")
        .param("siting", &Spread::siting, "linear: where the colour differences were taken.")
        .param("pixel", &Spread::pixel, "The pixel type of the result.")
        .infer([](const Spread& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            dst.width = p.width;
            dst.height = p.height;
            return dst;
        })
        .footprint([](const Spread& p, const StageInputs&, const Area& of) -> Area {
            const SitingOffsets offsets = offsets_of(p.siting);
            return {shared_by(of.columns, p.filter, offsets.x), shared_by(of.rows, p.filter, offsets.y)};
        })
        .constants([](const Spread& p, const StageInputs&) -> std::vector<Constant> {
            const SitingOffsets offsets = offsets_of(p.siting);
            return {{"offset_x", static_cast<double>(offsets.x)},
                    {"offset_y", static_cast<double>(offsets.y)}};
        })
        .function([](const Spread& p, const StageInputs&) {
            if (p.filter == Upsampling::linear) return KernelFunction{"spread_linear", "spread_linear"};
            return KernelFunction{"spread", "spread_nearest"};
        });
}

}  // namespace sluice::stages
