#include "kernels/shares.clh"

// Colour differences of 2 x 2 pixels, interpolated, in the size of these.
V spread_linear(SRC src, VI X, VI Y, int offset_x, int offset_y) {
    const VI x = 2 * X - offset_x, y = 2 * Y - offset_y, column = x >> 2, row = y >> 2;
    const V upper = share_of_both(TEXEL(src, column, row), TEXEL(src, column + 1, row), x);
    const V lower = share_of_both(TEXEL(src, column, row + 1), TEXEL(src, column + 1, row + 1), x);
    return share_of_both(upper, lower, y);
}
