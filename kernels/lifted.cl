#include "kernels/divide.clh"
#include "kernels/logarithm.clh"

// Between bottom and top, which stay, along a curve from 0 to 1; where it goes on beyond both, it is odd.
// Groups of one value or of none are no line, and what became of them stays.
#define LIFTED_TINY (sizeof(REAL) == 4 ? (REAL)FLT_MIN : (REAL)2.2250738585072014e-308)
#define LIFTED(curve)                                                                 \
    const V t = divide(v - bottom, top - bottom);                                     \
    const V y = v == top ? top : fma(curve, top - bottom, bottom);                    \
    const V part = strength == 1 ? y : y * strength + own * (units * (1 - strength)); \
    return high - low >= (V)(LIFTED_TINY) ? part : v

V lifted_asinh(V v, V own, V bottom, V top, V low, V high, REAL lift, REAL outer, REAL strength, REAL units) {
    LIFTED(logarithm_asinh(t * lift) * outer);
}
V lifted_log(V v, V own, V bottom, V top, V low, V high, REAL lift, REAL outer, REAL strength, REAL units) {
    LIFTED(logarithm_1p(t * lift) * outer);
}
