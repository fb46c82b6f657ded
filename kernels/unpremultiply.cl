#include "kernels/divide.clh"

V unpremultiply(V v, REAL white) {
    return ALPHA(v) > (V)(0) ? divide_moderate(v * white, ALPHA(v)) : (V)(0);
}
V unpremultiply_real(V v, REAL white) { return ALPHA(v) > (V)(0) ? divide(v * white, ALPHA(v)) : (V)(0); }
