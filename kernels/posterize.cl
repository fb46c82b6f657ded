#include "kernels/divide.clh"

// Exact for all code values of 8 and 16 bit: neither product has more than 24 bits, and no quotient is
// rounded to the middle of two.
V posterize(V v, REAL levels, REAL white) {
    const REAL steps = levels - 1;
    return divide_moderate(rint(divide_moderate(v * steps, white)) * white, steps);
}
V posterize_real(V v, REAL levels, REAL white) {
    const V steps = (V)(levels - 1);
    return divide(rint(divide(v * steps, (V)(white))) * white, steps);
}
