// white - v, and ~v of signed integers, the only number that cannot overflow. Exact: unsigned integers above
// white saturate at 0, floats are one subtraction.
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference invert() {
    return each_colour([](const StageCall& call) -> OfSample {
        const ImageFormat& format = call.image().format();
        const double top = is_signed_integer(format.pixel) ? -1 : format.white_value();
        // Rounded once: long double would round before, and another time when it is stored.
        if (real_of(format.pixel) == Pixel::f64)
            return [top](Real v) { return top - static_cast<double>(v); };
        return [top](Real v) { return static_cast<float>(top) - static_cast<float>(v); };
    });
}

}  // namespace sluice::reference::stages
