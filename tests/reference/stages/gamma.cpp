// white * sign(v) * (|v| / white)^exponent.
#include "tests/reference/stage.hpp"

#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

OfSample raised(const StageCall& call) {
    const Real white = call.image().format().white_value(), exponent = call.real(call.number("exponent"));
    return [=](Real v) {
        return v == 0 ? 0 : white * std::copysign(std::pow(std::fabs(v) / white, exponent), v);
    };
}

// pow is off by up to 16 ulp, its argument by a few, which the exponent multiplies; an H200's pow of floats
// near the largest was 26 off. In integers and f16 that is one step.
Tolerance gamma_off_by(const StageCall& call) {
    const ImageFormat& format = call.image().format();
    const bool coarse = is_integer(format.pixel) || format.pixel == Pixel::f16;
    // The power of v / white may be so small that it has few digits left.
    const double least = format.pixel == Pixel::f64 ? std::numeric_limits<double>::denorm_min()
                                                    : std::numeric_limits<float>::denorm_min();
    return {coarse ? 1.0 : 28 + 4 * call.number("exponent"), format.white_value() * least};
}

// v / white has few digits left where it is denormal.
void widen_denormals(Bounded& result, const StageCall& call) {
    const ImageFormat& format = call.image().format();
    if (format.pixel != Pixel::f32 || format.white_value() == 1) return;
    const double exponent = call.number("exponent");
    widen(result, [&](const SamplePlace& p) -> Tolerance {
        const double x = std::fabs(at(call.image().expected, p)) / format.white_value();
        if (x == 0 || !(x < std::numeric_limits<float>::min()) || p.channel == format.colors()) return {};
        const double share = std::numeric_limits<float>::denorm_min() / x;
        return {0, share >= 1 ? infinity : 2 * exponent * share * std::fabs(at(result.expected, p))};
    });
}

}  // namespace

StageReference gamma() {
    const StageReference usual = each_colour(raised, gamma_off_by);
    return {.image = [usual](const StageCall& call) -> StageResult {
        StageResult result = usual.image(call);
        widen_denormals(result.image, call);
        return result;
    }};
}

}  // namespace sluice::reference::stages
