#include "kernels/srgb.clh"

// Each colour times its own gain, on the values given, or in linear light where these are sRGB encoded.
V gain(V v, REAL red, REAL green, REAL blue) { return v * CHANNELS(red, green, blue, 1); }

V gain_encoded(V v, REAL red, REAL green, REAL blue, REAL white) {
    const V gains = CHANNELS(red, green, blue, 1);
    const V light = srgb_linear(fabs(v) / (V)(white)) * gains;
    return gains == (V)(1) ? v : copysign(srgb_encoded(light) * (V)(white), v);
}
