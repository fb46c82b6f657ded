#include "kernels/divide.clh"

// Each value goes to the level below it or above it, the nearer the likelier: its rank of
// 0 to 1 / share - 1 decides. Beside a rank nothing is left of what is subnormal.
V dithered_level(V fine, V rank, REAL share) { return floor(fine + (rank + 0.5) * share); }
V dithered_by(V v, V rank, REAL share, REAL steps, REAL white, REAL white_after) {
    const V level = dithered_level(divide_moderate(v * steps, white), rank, share);
    return divide_moderate(level * white_after, steps);
}
V dithered_by_real(V v, V rank, REAL share, REAL steps, REAL white, REAL white_after) {
    const V level = dithered_level(divide_finite(v * steps, white), rank, share);
    return divide_finite(level * white_after, steps);
}
V dithered_by_ratio(V v, V rank, REAL share, REAL up, REAL up_rest, REAL down, REAL down_rest) {
    return times_ratio(dithered_level(times_ratio(v, up, up_rest), rank, share), down, down_rest);
}

// Bayer's matrix of 8 x 8: the bits of x ^ y and y, the lowest first, in turn.
V dithered_bayer(VI X, VI Y) {
    const VI a = X ^ Y, b = Y;
    const VI high = ((a & 1) << 5) | ((b & 1) << 4), middle = ((a & 2) << 2) | ((b & 2) << 1);
    return CONVERT(REAL, high | middle | ((a & 4) >> 1) | ((b & 4) >> 2));
}
#define DITHERED_BAYER dithered_bayer(X, Y), 0.015625
V dithered_ordered(V v, VI X, VI Y, REAL steps, REAL white, REAL white_after) {
    return dithered_by(v, DITHERED_BAYER, steps, white, white_after);
}
V dithered_ordered_real(V v, VI X, VI Y, REAL steps, REAL white, REAL white_after) {
    return dithered_by_real(v, DITHERED_BAYER, steps, white, white_after);
}
V dithered_ordered_to_bytes(V v, VI X, VI Y, REAL up, REAL up_rest, REAL down, REAL down_rest) {
    return dithered_by_ratio(v, DITHERED_BAYER, up, up_rest, down, down_rest);
}

#define DITHERED_NOISE \
    TAKE(noise, CONVERT(REAL, ((Y & 63) << 6) | (X & 63)), true, 1, 4096, 0, 0), 0.000244140625
V dithered_bluenoise(V v, VI X, VI Y, TABLE noise, REAL steps, REAL white, REAL white_after) {
    return dithered_by(v, DITHERED_NOISE, steps, white, white_after);
}
V dithered_bluenoise_real(V v, VI X, VI Y, TABLE noise, REAL steps, REAL white, REAL white_after) {
    return dithered_by_real(v, DITHERED_NOISE, steps, white, white_after);
}
V dithered_bluenoise_to_bytes(V v, VI X, VI Y, TABLE noise, REAL up, REAL up_rest, REAL down,
                              REAL down_rest) {
    return dithered_by_ratio(v, DITHERED_NOISE, up, up_rest, down, down_rest);
}
