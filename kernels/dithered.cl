#include "kernels/divide.clh"

// Each value goes to the level below it or above it, the nearer the likelier: its rank of
// 0 to 1 / share - 1 decides. Beside a rank nothing is left of what is subnormal.
V dithered_by(V v, V rank, REAL share, REAL steps, REAL white, REAL white_after, bool real) {
    const V fine = real ? divide_finite(v * steps, (V)(white)) : divide_moderate(v * steps, (V)(white));
    const V level = floor(fine + (rank + 0.5) * share) * white_after;
    return real ? divide_finite(level, (V)(steps)) : divide_moderate(level, (V)(steps));
}

// Bayer's matrix of 8 x 8: the bits of x ^ y and y, the lowest first, in turn.
V dithered_bayer(VI X, VI Y) {
    const VI a = X ^ Y, b = Y;
    const VI high = ((a & 1) << 5) | ((b & 1) << 4), middle = ((a & 2) << 2) | ((b & 2) << 1);
    return CONVERT(REAL, high | middle | ((a & 4) >> 1) | ((b & 4) >> 2));
}
#define DITHERED_BAYER(real) dithered_by(v, dithered_bayer(X, Y), 0.015625, steps, white, white_after, real)
V dithered_ordered(V v, VI X, VI Y, REAL steps, REAL white, REAL white_after) {
    return DITHERED_BAYER(false);
}
V dithered_ordered_real(V v, VI X, VI Y, REAL steps, REAL white, REAL white_after) {
    return DITHERED_BAYER(true);
}

#define DITHERED_NOISE(real)                                                                              \
    const V rank = TAKE(noise, CONVERT(REAL, ((Y & 63) << 6) | (X & 63)), true, 1, 4096, 0, 0);           \
    return dithered_by(v, rank, 0.000244140625, steps, white, white_after, real)
V dithered_bluenoise(V v, VI X, VI Y, TABLE noise, REAL steps, REAL white, REAL white_after) {
    DITHERED_NOISE(false);
}
V dithered_bluenoise_real(V v, VI X, VI Y, TABLE noise, REAL steps, REAL white, REAL white_after) {
    DITHERED_NOISE(true);
}
