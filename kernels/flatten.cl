#include "kernels/divide.clh"

// What is opaque stays as it is, and what is hidden, whatever it was, is the colour.
#define FLATTEN_SUM(red, green, blue) v * ALPHA(v) + CHANNELS(red, green, blue, 0) * ((V)(white) - ALPHA(v))
#define FLATTEN(mixed) \
    ALPHA(v) == (V)(0) ? CHANNELS(red, green, blue, 0) : ALPHA(v) == (V)(white) ? v : mixed

V flatten(V v, REAL red, REAL green, REAL blue, REAL white) {
    return FLATTEN(divide_moderate(FLATTEN_SUM(red, green, blue), white));
}
V flatten_real(V v, REAL red, REAL green, REAL blue, REAL white) {
    return FLATTEN(divide(FLATTEN_SUM(red, green, blue), (V)(white)));
}
