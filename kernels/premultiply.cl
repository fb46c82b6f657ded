#include "kernels/divide.clh"

// A hidden colour is 0, whatever it was.
V premultiply(V v, REAL white) {
    return ALPHA(v) == (V)(0) ? (V)(0) : divide_moderate(v * ALPHA(v), white);
}
V premultiply_real(V v, REAL white) {
    return ALPHA(v) == (V)(0) ? (V)(0) : divide(v * ALPHA(v), (V)(white));
}
