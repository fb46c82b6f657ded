#include "kernels/divide.clh"
#include "kernels/srgb.clh"

// On v / white; odd, so that negative values survive the way there and back. white_after: the white of the
// result.
V curve_linear(V v, REAL white, REAL white_after) {
    return copysign(srgb_linear(divide_finite(fabs(v), white)) * (V)(white_after), v);
}

V curve_encoded(V v, REAL white, REAL white_after) {
    return copysign(srgb_encoded(divide_finite(fabs(v), white)) * (V)(white_after), v);
}
