// An image of text: one colour, as opaque as letters cover a pixel.
V lettered(V v, VI X, VI Y, TABLE letters, int x, int y, int width, int height, REAL ink_0, REAL ink_1,
           REAL ink_2, REAL ink_3, int levels) {
    const VI column = X - (VI)(x), row = Y - (VI)(y);
    const VI inside = (column >= (VI)(0)) & (column < (VI)(width)) & (row >= (VI)(0)) & (row < (VI)(height));
    const VI at = inside ? row * (VI)(width) + column : (VI)(0);
    const V coverage = TAKE(letters, CONVERT(REAL, at), true, 1, levels, 0, 0);
    return ALPHA_LANES ? (inside ? coverage * ink_3 : (V)(0)) : CHANNELS(ink_0, ink_1, ink_2, 0);
}
