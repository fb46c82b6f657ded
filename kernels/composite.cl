#include "kernels/divide.clh"
#include "kernels/over.clh"

// Source over, of Compositing and Blending Level 1. `v` is the lower image.

V composite_over(V v, V top, REAL opacity, REAL of_top) {
    return over_finite(v, top, ALPHA(top) * (of_top * opacity));
}
V composite_over_real(V v, V top, REAL opacity, REAL of_top) {
    return over(v, top, ALPHA(top) * (of_top * opacity));
}

// ... that has alpha: where it is transparent there is nothing to mix with.
V composite_through(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white) {
    const V alpha = ALPHA(top) * (of_top * opacity);
    const V left = ALPHA(v) * of_white * ((V)(1) - alpha), all = alpha + left;
    const V of_all = all > (V)(0) ? inverse_alike(all) : (V)(0);
    const V colour = divide_by_inverse(fma(top, alpha, v * left), all, of_all);
    return alpha != (V)(0) ? (ALPHA_LANES ? all * white : colour) : v;
}
V composite_through_real(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white) {
    const V alpha = ALPHA(top) * (of_top * opacity);
    const V left = ALPHA(v) * of_white * ((V)(1) - alpha), all = alpha + left;
    const V sum = left != (V)(0) ? fma(top, alpha, v * left) : top * alpha;
    const V colour = all > (V)(0) ? divide_alike_real(sum, all) : (V)(0);
    return alpha != (V)(0) ? (ALPHA_LANES ? all * white : colour) : v;
}
