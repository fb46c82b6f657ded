#include "kernels/divide.clh"

// Whole steps, and then the zero point: added before, it would round halves to other numbers.
V quantize(V v, REAL scale, REAL zero_point) {
    const V steps = rint(divide_finite(v, scale));
    return (steps == steps ? steps : (V)(0)) + (V)(zero_point);
}
