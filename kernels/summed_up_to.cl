// Sums over the rectangle from the first pixel to each, one pixel after the other, in the order of the blocks
// of summed.cl. For small images: what goes over large ones is strategies/prefix.clh.

#define SUMMED_UP_TO_KINDS 11  // of blocks: 8^11 pixels are more than a line has

// The sum up to pixel i of a line, which is v and comes behind pixel i - 1. `within`: of each kind of block
// the sum of its own one so far; `before`: the sum of all before that.
V summed_up_to_next(V *within, V *before, int i, V v, int shift) {
    within[0] += v;
    const V sum = before[0] + within[0];
    for (int kind = 0; kind + 1 < SUMMED_UP_TO_KINDS; ++kind) {
        if ((((i >> (kind * shift)) + 1) & ((1 << shift) - 1)) != 0) break;
        within[kind + 1] += within[kind];
        before[kind] = before[kind + 1] + within[kind + 1];
        within[kind] = (V)(0);
    }
    return sum;
}

V summed_up_to(SRC src, VI X, VI Y, int shift) {
    INT right = 0, bottom = 0;
    for (int p = 0; p < PIXELS; ++p) right = max(right, OF_PIXEL(X, p)), bottom = max(bottom, OF_PIXEL(Y, p));
    V found = (V)(0), row_within[SUMMED_UP_TO_KINDS], row_before[SUMMED_UP_TO_KINDS];
    for (int kind = 0; kind < SUMMED_UP_TO_KINDS; ++kind) row_within[kind] = row_before[kind] = (V)(0);
    for (int x = 0; x <= (int)right; ++x) {
        V column = (V)(0), within[SUMMED_UP_TO_KINDS], before[SUMMED_UP_TO_KINDS];
        for (int kind = 0; kind < SUMMED_UP_TO_KINDS; ++kind) within[kind] = before[kind] = (V)(0);
        for (int y = 0; y <= (int)bottom; ++y) {
            const V sum = summed_up_to_next(within, before, y, TEXEL(src, (VI)(x), (VI)(y)), shift);
            column = Y == (VI)(y) ? sum : column;
        }
        const V sum = summed_up_to_next(row_within, row_before, x, column, shift);
        found = X == (VI)(x) ? sum : found;
    }
    return found;
}
