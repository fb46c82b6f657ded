#include "kernels/divide.clh"

// What is opaque stays as it is, and what is hidden, whatever it was, is the colour.
#define FLATTEN(divided)                                                                   \
    const V below = CHANNELS(red, green, blue, 0), alpha = ALPHA(v);                       \
    const V mixed = divided(v * alpha + below * ((V)(white) - alpha), (V)(white));         \
    return alpha == (V)(0) ? below : alpha == (V)(white) ? v : mixed

V flatten(V v, REAL red, REAL green, REAL blue, REAL white) { FLATTEN(divide_moderate); }
V flatten_real(V v, REAL red, REAL green, REAL blue, REAL white) { FLATTEN(divide); }
