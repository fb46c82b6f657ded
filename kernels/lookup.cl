#include "kernels/luma.clh"

// What a Table has for each level of a channel.
V lookup(V v, TABLE lut, int channels, int levels, int first, int doubles) {
    return TAKE(lut, v, channels, levels, first, doubles);
}

// Whole luma is looked up, and its change added to every colour; alpha is looked up for itself.
V lookup_luma(V v, TABLE lut, int channels, int levels, int first, int doubles, REAL white) {
    const V y = whole_luma(v);
    const V found = TAKE(lut, y, channels, levels, first, doubles);
    const V shifted = v + (found - y);
    const V inside = shifted > (V)(0) ? (shifted < (V)(white) ? shifted : (V)(white)) : (V)(0);
    return ALPHA_LANES ? found : found == y ? v : inside;
}
