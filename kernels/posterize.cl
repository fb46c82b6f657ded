#include "kernels/divide.clh"

// Exact for whole code values up to 65535: neither product has more than 24 bits.
V posterize(V v, REAL levels, REAL white) {
    const V steps = (V)(levels - 1);
    return divide(rint(divide(v * steps, (V)(white))) * white, steps);
}
