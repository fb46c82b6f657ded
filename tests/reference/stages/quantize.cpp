// Quotients of IEEE in the type that the device computes in, rounded half to even. Exact.
#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

template <class T>
Real steps(Real v, Real scale) {
    return std::nearbyint(static_cast<T>(v) / static_cast<T>(scale));
}

OfPixel quantized(const StageCall& call) {
    const Real scale = call.number("scale"), zero = call.number("zero_point");
    const bool doubles = real_of(call.image().format().pixel) == Pixel::f64;
    return [=](const std::vector<Lanes>& of_images) {
        Lanes lanes = of_images[0];
        for (Real& v : lanes) {
            const Real whole = std::isnan(v) ? 0 : doubles ? steps<double>(v, scale) : steps<float>(v, scale);
            v = whole + zero;
        }
        return lanes;
    };
}

}  // namespace

StageReference quantize() {
    return each_pixel(quantized, [](const StageCall&) { return PixelBounds{.between = Between::corners}; });
}

}  // namespace sluice::reference::stages
