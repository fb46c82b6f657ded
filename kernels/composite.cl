#include "kernels/divide.clh"

// Compositing and Blending Level 1: source over, colours mixed by a function of both. `v` is the lower image.

// Where there is nothing above, the lower one stays as it is, whatever would be mixed into it; what is opaque
// above covers it, however small beside it, and be it infinite.
V composite_over(V v, V mixed, V alpha) {
    const V left = isinf(v) ? v * ((V)(1) - alpha) : fma(-v, alpha, v);
    return alpha == (V)(1) ? mixed : alpha != (V)(0) ? fma(mixed, alpha, left) : v;
}

// One with alpha: where it is transparent there is nothing to mix with.
V composite_through(V v, V top, V mixed, V alpha, REAL of_white, REAL white) {
    const V own = ALPHA(v) * of_white;
    const V color = composite_over(top, mixed, own);
    const V left = own * ((V)(1) - alpha), all = alpha + left;
    const V sum = left != (V)(0) ? fma(color, alpha, v * left) : color * alpha;
    const V result = ALPHA_LANES ? all * white : all > (V)(0) ? divide(sum, all) : (V)(0);
    return alpha != (V)(0) ? result : v;
}

V composite_normal(V v, V top, REAL opacity, REAL of_top) {
    return composite_over(v, top, ALPHA(top) * (of_top * opacity));
}
V composite_normal_alpha(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white) {
    return composite_through(v, top, top, ALPHA(top) * (of_top * opacity), of_white, white);
}
V composite_multiply(V v, V top, REAL opacity, REAL of_top, REAL of_white) {
    return composite_over(v, v * top * of_white, ALPHA(top) * (of_top * opacity));
}
V composite_multiply_alpha(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white) {
    return composite_through(v, top, v * top * of_white, ALPHA(top) * (of_top * opacity), of_white, white);
}
