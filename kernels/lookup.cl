#include "kernels/luma.clh"

// What a Table has for each level of a channel.
V lookup(V v, TABLE lut, int channels, int levels, int first, int doubles) {
    return TAKE(lut, v, false, channels, levels, first, doubles);
}

// Whole luma is looked up, and its change added to every colour; alpha is looked up for itself.
V lookup_luma(V v, TABLE lut, int channels, int levels, int first, int doubles, REAL white) {
    const V y = whole_luma(v);
    return luma_shifted(v, y, TAKE(lut, y, true, channels, levels, first, doubles), white);
}
