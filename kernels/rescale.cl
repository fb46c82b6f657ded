#include "kernels/divide.clh"

// Between pixel types.

// The number stays; the sink rounds and saturates it.
V rescale(V v) { return v; }

V rescale_multiply(V v, REAL ratio) { return v * ratio; }

// v / white correctly rounded, the same on every device, for whole numbers v up to white <= 65535.
V rescale_divide(V v, REAL white, REAL reciprocal) {
    return divide_by_inverse(v, (V)(white), (V)(reciprocal));
}
