// Sums along rows (across) or columns (down), in blocks of 2^shift pixels: summed_blocks makes one of each
// block, summed_spread gives each pixel what all blocks before its own have together, and summed adds what is
// in its own up to it. All add in the order of the row or column, whatever V is: floats have the same bits on
// every device.

V summed_blocks_across(SRC src, VI X, VI Y, int shift) {
    V sum = (V)(0);
    for (int i = 0; i < 1 << shift; ++i) sum += TEXEL(src, (X << (VI)(shift)) + (VI)(i), Y);
    return sum;
}
V summed_blocks_down(SRC src, VI X, VI Y, int shift) {
    const INT first = OF_PIXEL(Y, 0) << shift;
    V sum = (V)(0);
    for (int i = 0; i < 1 << shift; ++i) sum += TEXEL(src, X, (VI)(first + i));
    return sum;
}

V summed_spread_across(SRC src, VI X, VI Y, int shift) {
    return TEXEL(src, (X >> (VI)(shift)) - (VI)(1), Y);
}
V summed_spread_down(SRC src, VI X, VI Y, int shift) {
    return TEXEL(src, X, (VI)((OF_PIXEL(Y, 0) >> shift) - 1));
}

// Of pixels side by side that begin with a block.
V summed_lanes(V v, int shift) {
    V sums = v + (V)(0);  // no negative zero
    REAL *sum = (REAL *)&sums;
    for (int p = 1; p < PIXELS; ++p) {
        if ((p & ((1 << shift) - 1)) == 0) continue;
        for (int c = 0; c < LANES; ++c) sum[p * LANES + c] += sum[(p - 1) * LANES + c];
    }
    return sums;
}

// Where a V has no whole blocks, the pixels before its own, one by one. Written so that a compiler sees that
// their places go to the right together.
#define SUMMED_ACROSS(src)                                                                             \
    const VI within = X & (VI)((1 << shift) - 1);                                                      \
    const INT first = OF_PIXEL(X, 0);                                                                  \
    const VI beside = X - (VI)(first);                                                                 \
    V sum = (V)(0);                                                                                    \
    if (PIXELS >> shift > 0 && OF_PIXEL(within, 0) == 0 && ALL(beside == PIXEL_OF_LANE)) {             \
        sum = summed_lanes(TEXEL(src, (VI)(first) + PIXEL_OF_LANE, Y), shift);                         \
    } else {                                                                                           \
        INT most = 0;                                                                                  \
        for (int p = 0; p < PIXELS; ++p) most = max(most, OF_PIXEL(within, p));                        \
        for (int i = (int)most; i >= 0; --i) {                                                         \
            const V v = TEXEL(src, (VI)(first - i) + beside, Y);                                       \
            sum += within >= (VI)(i) ? v : (V)(0);                                                     \
        }                                                                                              \
    }
#define SUMMED_DOWN(src)                                                                               \
    const INT y = OF_PIXEL(Y, 0);                                                                      \
    V sum = (V)(0);                                                                                    \
    for (int i = (int)y & ((1 << shift) - 1); i >= 0; --i) sum += TEXEL(src, X, (VI)(y - i))

V summed_across(SRC src, VI X, VI Y, int shift) {
    SUMMED_ACROSS(src);
    return sum;
}
V summed_across_behind(SRC src, V before, VI X, VI Y, int shift) {
    SUMMED_ACROSS(src);
    return before + sum;
}

V summed_down(SRC src, VI X, VI Y, int shift) {
    SUMMED_DOWN(src);
    return sum;
}
V summed_down_behind(SRC src, V before, VI X, VI Y, int shift) {
    SUMMED_DOWN(src);
    return before + sum;
}
