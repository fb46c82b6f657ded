// white - v, and ~v of signed integers, the only number that cannot overflow. Exact: unsigned integers above
// white saturate at 0, floats are one subtraction.
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {

StageReference invert() {
    return each_colour([](const StageCall& call) -> OfSample {
        const ImageFormat& format = call.image().format();
        const Real top = is_signed_integer(format.pixel) ? -1 : format.white_value();
        return [top](Real v) { return top - v; };
    });
}

}  // namespace sluice::reference::stages
