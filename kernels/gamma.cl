#include "kernels/divide.clh"

// white * sign(v) * (|v| / white)^exponent.
V gamma(V v, REAL white, REAL exponent) {
    const V y = (V)(white) * power(divide_finite(fabs(v), white), exponent);
    return copysign(y, v);
}
