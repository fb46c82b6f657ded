// The nearest of `levels` values from 0 to white; beyond white there are more. Exact, but that long double
// rounds quotients of doubles twice.
#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

OfSample posterized(const StageCall& call) {
    const Real steps = call.number("levels") - 1, white = call.image().format().white_value();
    return [=](Real v) {
        return call.real(std::nearbyint(call.real(call.real(v * steps) / white)) * white) / steps;
    };
}

Tolerance posterize_off_by(const StageCall& call) {
    return {call.image().format().pixel == Pixel::f64 ? 1.0 : 0.0, 0};
}

}  // namespace

StageReference posterize() { return each_colour(posterized, posterize_off_by); }

}  // namespace sluice::reference::stages
