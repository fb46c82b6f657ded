#include "kernels/divide.clh"
#include "kernels/over.clh"
#include "kernels/root.clh"

// Colours of an image, `v`, mixed into those below it as Compositing and Blending Level 1 has it; where that
// has alpha (`through`), as far as there is something below.
#define BLENDED(mixed) over(v, mixed, through ? ALPHA(base) * of_white : (V)(1))

V blended_multiply(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(base * v * of_white);
}
V blended_screen(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(base + v - base * v * of_white);
}
V blended_darken(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(v < base ? v : base);
}
V blended_lighten(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(v > base ? v : base);
}

// Black stays black, and what is white above makes all else white.
V blended_dodged(V v, V top, REAL white) {
    const V y = divide(v * white, white - top);
    return v <= (V)(0) ? (V)(0) : (top >= (V)(white)) | (y > (V)(white)) ? (V)(white) : y;
}
V blended_dodge(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(blended_dodged(base, v, white));
}
// The same of the negatives.
V blended_burn(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED((V)(white) - blended_dodged((V)(white) - base, (V)(white) - v, white));
}

// Multiply or screen, as the second is dark or bright.
V blended_by_half(V v, V by, REAL of_white, REAL white) {
    const V twice = 2 * by, above = twice - white;
    return twice <= (V)(white) ? v * twice * of_white : v + above - v * above * of_white;
}
V blended_hardlight(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(blended_by_half(base, v, of_white, white));
}
V blended_overlay(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(blended_by_half(v, base, of_white, white));
}
V blended_softened(V v, V top, REAL of_white, REAL white) {
    const V b = v * of_white, s = 2 * top * of_white - 1;
    const V lifted = b > (V)(0.25) ? root(b) : ((16 * b - 12) * b + 4) * b;
    return (b + s * (s <= (V)(0) ? b * (1 - b) : lifted - b)) * white;
}
V blended_softlight(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(blended_softened(base, v, of_white, white));
}

V blended_difference(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(fabs(base - v));
}
V blended_exclusion(V v, V base, REAL of_white, REAL white, int through) {
    return BLENDED(base + v - 2 * base * v * of_white);
}
