#include "kernels/divide.clh"

// Each colour times its own gain.
V gain(V v, REAL red, REAL green, REAL blue) { return v * CHANNELS(red, green, blue, 1); }

// ... in linear light, of values that are sRGB encoded. A power of a product is a product of powers: what is
// on the curve of sRGB (srgb.clh) before and after is multiplied by `roots`, the gains to 1 / 2.4. The line
// near black goes to the curve by a power, or is reached by one.
V gain_encoded(V v, REAL red, REAL green, REAL blue, REAL red_root, REAL green_root, REAL blue_root,
               REAL white) {
    const V gains = CHANNELS(red, green, blue, 1), roots = CHANNELS(red_root, green_root, blue_root, 1);
    const V c = divide_finite(fabs(v), white);
    const V on_line = c * gains, on_curve = (c + 0.055) * roots - 0.055, light = on_line * (1 / 12.92);
    const VI dark = c <= (V)(0.04045);
    const V raised = power_moderate(dark ? light : (c + 0.055) * (1 / 1.055), dark ? (V)(1 / 2.4) : (V)(2.4));
    const V of_dark = light <= (V)(0.0031308) ? on_line : 1.055 * raised - 0.055;
    const V of_bright = on_curve <= (V)(0.04045) ? raised * gains * 12.92 : on_curve;
    return gains == (V)(1) ? v : copysign((dark ? of_dark : of_bright) * (V)(white), v);
}
