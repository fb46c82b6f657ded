#include "kernels/divide.clh"

// Compositing and Blending Level 1: source over, colours mixed by a function of both. `v` is the lower image.

// Where there is nothing above, the lower one stays as it is, whatever would be mixed into it; what is opaque
// above covers it, however small beside it, and be it infinite.
V composite_over(V v, V mixed, V alpha) {
    const V left = isinf(v) ? v * ((V)(1) - alpha) : fma(-v, alpha, v);
    return alpha == (V)(1) ? mixed : alpha != (V)(0) ? fma(mixed, alpha, left) : v;
}

// One with alpha: where it is transparent there is nothing to mix with.
V composite_through(V v, V top, V mixed, V alpha, REAL of_white, REAL white, int whole) {
    const V own = ALPHA(v) * of_white;
    const V color = composite_over(top, mixed, own);
    const V left = own * ((V)(1) - alpha), all = alpha + left;
    const V sum = left != (V)(0) ? fma(color, alpha, v * left) : color * alpha;
    const V color_of_all = whole ? divide_moderate(sum, all) : divide(sum, all);
    const V result = ALPHA_LANES ? all * white : all > (V)(0) ? color_of_all : (V)(0);
    return alpha != (V)(0) ? result : v;
}

// `through`: the lower image has alpha; `whole`: both are of integers.
V composite(V v, V top, V mixed, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
            int whole) {
    const V alpha = ALPHA(top) * (of_top * opacity);
    return through ? composite_through(v, top, mixed, alpha, of_white, white, whole)
                   : composite_over(v, mixed, alpha);
}
#define COMPOSITE(mixed) composite(v, top, mixed, opacity, of_top, of_white, white, through, whole)

V composite_normal(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                   int whole) {
    return COMPOSITE(top);
}
V composite_multiply(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                     int whole) {
    return COMPOSITE(v * top * of_white);
}
V composite_screen(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                   int whole) {
    return COMPOSITE(v + top - v * top * of_white);
}
V composite_darken(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                   int whole) {
    return COMPOSITE(top < v ? top : v);
}
V composite_lighten(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                    int whole) {
    return COMPOSITE(top > v ? top : v);
}

// Black stays black, and what is white above makes all else white.
V composite_dodged(V v, V top, REAL white) {
    const V y = divide(v * white, white - top);
    return v <= (V)(0) ? (V)(0) : (top >= (V)(white)) | (y > (V)(white)) ? (V)(white) : y;
}
V composite_dodge(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                  int whole) {
    return COMPOSITE(composite_dodged(v, top, white));
}
// The same of the negatives.
V composite_burn(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                 int whole) {
    return COMPOSITE((V)(white) - composite_dodged((V)(white) - v, (V)(white) - top, white));
}

// Multiply or screen, as the second is dark or bright.
V composite_by_half(V v, V by, REAL of_white, REAL white) {
    const V twice = 2 * by, above = twice - white;
    return twice <= (V)(white) ? v * twice * of_white : v + above - v * above * of_white;
}
V composite_hardlight(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                      int whole) {
    return COMPOSITE(composite_by_half(v, top, of_white, white));
}
V composite_overlay(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                    int whole) {
    return COMPOSITE(composite_by_half(top, v, of_white, white));
}
V composite_softened(V v, V top, REAL of_white, REAL white) {
    const V b = v * of_white, s = 2 * top * of_white - 1;
    const V root = b > (V)(0.25) ? sqrt(b) : ((16 * b - 12) * b + 4) * b;
    return (b + s * (s <= (V)(0) ? b * (1 - b) : root - b)) * white;
}
V composite_softlight(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                      int whole) {
    return COMPOSITE(composite_softened(v, top, of_white, white));
}

V composite_difference(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                       int whole) {
    return COMPOSITE(fabs(v - top));
}
V composite_exclusion(V v, V top, REAL opacity, REAL of_top, REAL of_white, REAL white, int through,
                      int whole) {
    return COMPOSITE(v + top - 2 * v * top * of_white);
}
