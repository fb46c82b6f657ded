// y + amount * (v - y) with y = 0.213 R + 0.715 G + 0.072 B; grey, and an amount of 1, stay as they are.
#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

bool stays(const StageCall& call) {
    return call.image().format().colors() == 1 || call.number("amount") == 1;
}

OfPixel saturated(const StageCall& call) {
    const bool same = stays(call);
    const Real amount = call.real(call.number("amount"));
    return [same, amount](const std::vector<Lanes>& pixels) {
        Lanes lanes = pixels[0];
        if (same) return lanes;
        lanes.resize(3);
        const Real y = 0.213L * lanes[0] + 0.715L * lanes[1] + 0.072L * lanes[2];
        for (Real& v : lanes) v = amount * v + (1 - amount) * y;
        return lanes;
    };
}

PixelBounds bounds(const StageCall& call) {
    if (stays(call)) return {0, 0, Between::corners};
    return {4 + 4 * std::fabs(1 - static_cast<Real>(call.number("amount"))), 0, Between::corners};
}

}  // namespace

StageReference saturation() { return each_pixel(saturated, bounds); }

}  // namespace sluice::reference::stages
