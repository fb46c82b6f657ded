#include "kernels/divide.clh"

// Where nothing is left of alpha, or less than nothing beyond a sharp edge, no colour is.
V unfaded(V v) {
    const V alpha = ALPHA(v);
    return ALPHA_LANES ? v : alpha > (V)(0) ? divide(v, alpha) : (V)(0);
}
// The same where integers become integers, so that digits of quotients below 2^-40 are lost anyway.
V unfaded_whole(V v) {
#ifdef PTX
    const V alpha = ALPHA(v);
    const VI usual = (alpha > (V)(0x1p-60)) | (alpha <= (V)(0));
    const V quotient = ALL(usual) ? divide_alike(v, alpha) : divide(v, alpha);
    return ALPHA_LANES ? v : alpha > (V)(0) ? quotient : (V)(0);
#else
    return unfaded(v);
#endif
}
