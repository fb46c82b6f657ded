#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/model.hpp"

namespace sluice::stages {
namespace {

struct WithChannels {
    std::int64_t channels = 3;
    bool exact = false;
    bool doubles = false;
};

}  // namespace

// A part of convert.
StageDef with_channels() {
    return point<WithChannels>("with_channels", "Changes the number of channels.")
        .internal()
        .param("channels", &WithChannels::channels, "1 = grey, 2 = grey and alpha, 3 = RGB, 4 = RGBA.",
               range(1, 4))
        .param("exact", &WithChannels::exact, "Do not round the luma, for further steps.")
        .param("doubles", &WithChannels::doubles, "The luma is in double precision, whatever the source is.")
        .refuse([](const WithChannels& p, const StageInputs& inputs) {
            const ImageFormat& src = inputs.image();
            return p.channels < 3 || src.colors() == 2 ? not_rgb(src) : "";
        })
        .alpha([](const WithChannels&) { return AlphaLane::apply; })
        .infer([](const WithChannels& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            const bool luma = dst.colors() == 3 && p.channels < 3;
            const Pixel real = p.doubles ? Pixel::f64 : real_of(dst.pixel);
            if (p.exact && luma && dst.pixel != real) {
                const double white = dst.white_value();
                dst.pixel = real;
                dst.white = white == default_white(real) ? 0 : white;
            }
            dst.channels = static_cast<int>(p.channels);
            dst.grey_alpha = p.channels == 2;
            return dst;
        })
        .affine()
        .function([](const WithChannels& p, const StageInputs& inputs) -> KernelFunction {
            const ImageFormat& src = inputs.image();
            const bool luma = src.colors() == 3 && p.channels < 3;
            const bool opaque = !src.has_alpha() && p.channels % 2 == 0;
            return {"channels", std::string("channels") + (luma ? "_luma" : "") + (opaque ? "_opaque" : "")};
        });
}

}  // namespace sluice::stages
