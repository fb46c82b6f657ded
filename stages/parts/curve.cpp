#include "pipeline/core/transfer.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Curve {
    Space to = Space::linear;
    double white = 1;
    bool doubles = false;
};

}  // namespace

// A part of convert. Its result is a real image.
StageDef curve() {
    return point<Curve>("curve", "Converts sRGB-encoded values to linear light, or back.")
        .internal()
        .param("to", &Curve::to, "Direction of the conversion.", choices{"linear", "encoded"})
        .param("white", &Curve::white, "Pixel value of white in the result.", at_least(0))
        .param("doubles", &Curve::doubles, "The result is in double precision, whatever the source is.")
        .infer([](const Curve& p, const StageInputs& inputs) {
            const ImageFormat& src = inputs.image();
            ImageFormat dst = src;
            dst.pixel = p.doubles ? Pixel::f64 : real_of(dst.pixel);
            dst.white = p.white == default_white(dst.pixel) ? 0 : p.white;
            dst.space = p.to;
            const auto bent = [&](double v) {
                return transferred(v / src.white_value(), p.to) * dst.white_value();
            };
            const ValueRange range = src.meant_range();
            if (is_integer(src.pixel) || src.meant) dst.meant = {bent(range.low), bent(range.high)};
            return dst;
        })
        .monotone()
        .function([](const Curve& p, const StageInputs&) {
            return KernelFunction{"curve", "curve_" + std::string(name(p.to))};
        })
        .constants([](const Curve& p, const StageInputs&) -> std::vector<Constant> {
            return {{"white_after", p.white}};
        });
}

}  // namespace sluice::stages
