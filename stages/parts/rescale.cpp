#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::stages {
namespace {

struct Rescale {
    Pixel pixel = Pixel::u8;
    double white = 0;
    bool keep_numbers = false;
};

bool keeps_numbers(const Rescale& p, const ImageFormat& src) {
    return p.keep_numbers || is_signed_integer(src.pixel) || is_signed_integer(p.pixel);
}

ImageFormat format_of(const Rescale& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    ImageFormat dst = src;
    dst.pixel = p.pixel;
    dst.white = p.white;
    if (is_integer(src.pixel) || src.meant)
        dst.meant =
            on_line(src.meant_range(), keeps_numbers(p, src) ? 1 : dst.white_value() / src.white_value());
    return dst;
}

// Which of the functions does it exactly.
std::string way(const Rescale& p, const ImageFormat& src, const ImageFormat& dst) {
    if (keeps_numbers(p, src)) return "rescale";
    if (src.white_value() == dst.white_value()) return "rescale";
    if (is_integer(src.pixel) && is_integer(dst.pixel)) return "stretch16_open";
    if (is_integer(src.pixel) && dst.white_value() == 1) return "rescale_divide";
    return "rescale_multiply";
}

}  // namespace

// A part of convert.
StageDef rescale() {
    return point<Rescale>("rescale", "Changes the pixel type, and maps white to white.")
        .internal()
        .param("pixel", &Rescale::pixel, "The pixel type of the result.")
        .param("white", &Rescale::white,
               "Pixel value of white in the result; 0 is the default of the pixel type.", at_least(0))
        .param("keep_numbers", &Rescale::keep_numbers, "Keep pixel values as they are.")
        .alpha([](const Rescale&) { return AlphaLane::apply; })
        .infer(format_of)
        .affine()
        .function([](const Rescale& p, const StageInputs& inputs) {
            const std::string name = way(p, inputs.image(), format_of(p, inputs));
            return KernelFunction{name.substr(0, name.find_first_of("_1")), name};
        })
        .constants([](const Rescale& p, const StageInputs& inputs) -> std::vector<Constant> {
            const double from = inputs.image().white_value();
            const double to = format_of(p, inputs).white_value();
            return {{"ratio", to / from}, {"reciprocal", 1 / from}, {"lo", 0}, {"bottom", 0}, {"hi", from},
                    {"top", to},          {"scale", to / from}};
        });
}

}  // namespace sluice::stages
