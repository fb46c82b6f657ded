#include "kernels/shares.clh"

// Of images with two channels: one has brightness; the other has U of the first pixel of a pair, and V of the
// second.
V unpaired_of(V luma, V u, V v) {
    const V place = CHANNELS(0, 1, 2, 3);
    return place == (V)(0) ? luma : place == (V)(1) ? u : v;
}
V unpaired_nearest(SRC src, VI X, VI Y, int luma, int second) {
    const int other = second - luma * second;
    const V own = TEXEL(src, X, Y);
    if (IN_PAIRS(X)) {
        const V differences = CHANNEL(own, other);
        return unpaired_of(CHANNEL(own, luma * second), EVENS(differences), ODDS(differences));
    }
    const VI pair = X >> 1;
    return unpaired_of(CHANNEL(own, luma * second), CHANNEL(TEXEL(src, 2 * pair, Y), other),
                       CHANNEL(TEXEL(src, 2 * pair + 1, Y), other));
}

// Of both pairs beside a pixel; beyond the edge the last pair stands.
V unpaired_linear(SRC src, VI X, VI Y, int luma, int second, int offset_x, int pairs) {
    const VI quarters = 2 * X - offset_x, pair = quarters >> 2;
    const VI a = 2 * clamp(pair, (VI)(0), (VI)(pairs - 1)), b = 2 * clamp(pair + 1, (VI)(0), (VI)(pairs - 1));
    const V u = share_of_both(TEXEL(src, a, Y), TEXEL(src, b, Y), quarters);
    const V v = share_of_both(TEXEL(src, a + 1, Y), TEXEL(src, b + 1, Y), quarters);
    const int other = second - luma * second;
    return unpaired_of(CHANNEL(TEXEL(src, X, Y), luma * second), CHANNEL(u, other),
                       CHANNEL(v, other));
}
