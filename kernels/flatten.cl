#include "kernels/divide.clh"

V flatten_sum(V v, V below, REAL white) { return v * ALPHA(v) + below * ((V)(white) - ALPHA(v)); }
// What is opaque stays as it is, and what is hidden, whatever it was, is the colour.
V flatten_ends(V v, V below, V mixed, REAL white) {
    return ALPHA(v) == (V)(0) ? below : ALPHA(v) == (V)(white) ? v : mixed;
}

V flatten(V v, REAL red, REAL green, REAL blue, REAL white) {
    const V below = CHANNELS(red, green, blue, 0);
    return flatten_ends(v, below, divide_moderate(flatten_sum(v, below, white), white), white);
}
V flatten_real(V v, REAL red, REAL green, REAL blue, REAL white) {
    const V below = CHANNELS(red, green, blue, 0);
    return flatten_ends(v, below, divide(flatten_sum(v, below, white), (V)(white)), white);
}
