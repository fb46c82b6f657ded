// white * sign(v) * (|v| / white)^exponent.
#include "tests/reference/stage.hpp"

#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

OfSample raised(const StageCall& call) {
    const Real white = call.image().format().white_value(), exponent = call.number("exponent");
    return [=](Real v) {
        return v == 0 ? 0 : white * std::copysign(std::pow(std::fabs(v) / white, exponent), v);
    };
}

// pow is off by up to 16 ulp, its argument by a few, which the exponent multiplies; an H200's pow of floats
// near the largest was 26 off. In integers and f16 that is one step.
Tolerance off_by(const StageCall& call) {
    const ImageFormat& format = call.image().format();
    const bool coarse = is_integer(format.pixel) || format.pixel == Pixel::f16;
    // The power of v / white may be so small that it has few digits left.
    const double least = format.pixel == Pixel::f64 ? std::numeric_limits<double>::denorm_min()
                                                    : std::numeric_limits<float>::denorm_min();
    return {coarse ? 1.0 : 28 + 4 * call.number("exponent"), format.white_value() * least};
}

}  // namespace

StageReference gamma() { return each_colour(raised, off_by); }

}  // namespace sluice::reference::stages
