// Colour differences of 2 x 2 pixels, in the size of these.
V spread_nearest(SRC src, VI X, VI Y) {
    if (IN_PAIRS(X)) return TWICE(TEXEL(src, (VI)(OF_PIXEL(X, 0) >> 1) + PIXEL_OF_LANE, Y >> 1));
    return TEXEL(src, X >> 1, Y >> 1);
}
