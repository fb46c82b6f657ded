#include "kernels/divide.clh"

// Where nothing is left of alpha, or less than nothing beyond a sharp edge, no colour is.
V unfaded(V v) {
    const V alpha = ALPHA(v);
    return ALPHA_LANES ? v : alpha > (V)(0) ? divide(v, alpha) : (V)(0);
}
