#include "stages/shared/filter.hpp"
#include "stages/shared/siting.hpp"

namespace sluice::stages {
namespace {

struct Unpaired {
    bool luma_first = true;
    Upsampling filter = Upsampling::nearest;
    Siting siting = Siting::left;
    Pixel pixel = Pixel::u8;
};

// Of a column's pair, both pixels.
Interval both_of(const Interval& pairs) { return {2 * pairs.first, 2 * pairs.end}; }

}  // namespace

// A part of yuv. Of two pixels that share their colour, the first has U, and the second has V.
StageDef unpaired() {
    return gather<Unpaired>("unpaired", "Gives each pixel of a pair brightness and both colour differences.")
        .internal()
        .param("luma_first", &Unpaired::luma_first, "Whether brightness is the first channel.")
        .param("filter", &Unpaired::filter, "Interpolation method.")
        .param("siting", &Unpaired::siting, "linear: where the colour differences were taken.")
        .param("pixel", &Unpaired::pixel, "The pixel type of the result.")
        .infer([](const Unpaired& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            dst.channels = 3;
            dst.grey_alpha = false;
            return dst;
        })
        .footprint([](const Unpaired& p, const StageInputs&, const Area& of) -> Area {
            return {both_of(shared_by(of.columns, p.filter, offsets_of(p.siting).x)), of.rows};
        })
        .constants([](const Unpaired& p, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"offset_x", static_cast<double>(offsets_of(p.siting).x)},
                    {"pairs", static_cast<double>(inputs.image().width / 2)},
                    {"luma", p.luma_first ? 0.0 : 1.0},
                    {"second", inputs.image().has_alpha() ? 3.0 : 1.0}};
        })
        .function([](const Unpaired& p, const StageInputs&) {
            return KernelFunction{"unpaired", "unpaired_" + std::string(name(p.filter))};
        });
}

}  // namespace sluice::stages
