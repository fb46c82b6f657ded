#include "kernels/divide.clh"

// Each value goes to the level below it or above it, the nearer the likelier: its rank of 0 to ranks - 1
// decides.
V dithered_by(V v, V rank, REAL ranks, REAL steps, REAL white, REAL white_after) {
    const V level = divide(v * steps, (V)(white)) + (rank + 0.5) / ranks;
    return divide(floor(level) * white_after, (V)(steps));
}

// Bayer's matrix of 8 x 8: the bits of x ^ y and y, the lowest first, in turn.
V dithered_ordered(V v, VI X, VI Y, REAL steps, REAL white, REAL white_after) {
    const VI a = X ^ Y, b = Y;
    const VI high = ((a & 1) << 5) | ((b & 1) << 4), middle = ((a & 2) << 2) | ((b & 2) << 1);
    const VI rank = high | middle | ((a & 4) >> 1) | ((b & 4) >> 2);
    return dithered_by(v, CONVERT(REAL, rank), 64, steps, white, white_after);
}

V dithered_bluenoise(V v, VI X, VI Y, TABLE noise, REAL steps, REAL white, REAL white_after) {
    const V rank = TAKE(noise, CONVERT(REAL, ((Y & 63) << 6) | (X & 63)), true, 1, 4096, 0, 0);
    return dithered_by(v, rank, 4096, steps, white, white_after);
}
