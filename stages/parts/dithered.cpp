#include "stages/shared/light.hpp"

#include <array>
#include <cmath>

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

bool is_whole(double white, double most) { return white == std::floor(white) && white <= most; }

// Whether all quotients are of small whole numbers (times_ratio in kernels/divide.clh): up to 256 steps of up
// to 65535 pixel values, and as many levels for what is beyond white.
bool to_bytes(const Dithered& p, const StageInputs& inputs) {
    const ImageFormat &src = inputs.image(), dst = format_of(p, src);
    return is_integer(src.pixel) && bytes(src.pixel) <= 2 && dst.pixel == Pixel::u8 &&
           is_whole(src.white_value(), 65535) && is_whole(dst.white_value(), 255) &&
           highest(src.pixel) <= 256 * src.white_value();
}

// by / to as a float and what it leaves.
std::array<double, 2> ratio(double by, double to) {
    const double nearest = static_cast<float>(by / to);
    return {nearest, std::fma(-nearest, to, by) / to};
}

}  // namespace

// A part of dither.
StageDef dithered() {
    return point<Dithered>("dithered", "Reduces an image to a few levels by ordered dithering.")
        .internal()
        .table_in("noise", "The pattern. By default, a Bayer matrix.", {"rank"}, true)
        .param("pixel", &Dithered::pixel, "The pixel type of the result.")
        .param("white", &Dithered::white,
               "Pixel value of white in the result; 0 is the default of the pixel type.", at_least(0))
        .param("steps", &Dithered::steps, "Number of steps between levels from black to white.", at_least(1))
        .infer([](const Dithered& p, const StageInputs& inputs) { return format_of(p, inputs.image()); })
        .function([](const Dithered& p, const StageInputs& inputs) {
            const std::string pattern = inputs.tables[1] ? "dithered_bluenoise" : "dithered_ordered";
            return KernelFunction{"dithered",
                                  to_bytes(p, inputs) ? pattern + "_to_bytes" : dividing(pattern, inputs)};
        })
        .constants([](const Dithered& p, const StageInputs& inputs) -> std::vector<Constant> {
            const double white = format_of(p, inputs.image()).white_value();
            if (!to_bytes(p, inputs)) return {{"white_after", white}};
            const auto up = ratio(p.steps, inputs.image().white_value()), down = ratio(white, p.steps);
            return {{"up", up[0]}, {"up_rest", up[1]}, {"down", down[0]}, {"down_rest", down[1]}};
        });
}

}  // namespace sluice::stages
