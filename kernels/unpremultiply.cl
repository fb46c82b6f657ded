#include "kernels/divide.clh"

V unpremultiply(V v, REAL white) {
    return ALPHA(v) > (V)(0) ? divide_alike(v * white, ALPHA(v)) : (V)(0);
}
V unpremultiply_real(V v, REAL white) {
    return ALPHA(v) > (V)(0) ? divide_alike_real(v * white, ALPHA(v)) : (V)(0);
}
