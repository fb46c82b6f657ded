#include "kernels/luma.clh"

// What the tables of the four tiles around a pixel have for its level, blended by how near their centres are;
// at the edges of the image, of two tiles or of one. width, height: of a tile, inverse.
V clahe(V v, V X, V Y, TABLE lut, int channels, int levels, int across, int down, REAL width, REAL height,
        REAL white) {
    const V x = X * width - (REAL)0.5, y = Y * height - (REAL)0.5;
    const V column = floor(x), line = floor(y);
    const V left = fmax(column, (V)(0)), right = fmin(column + 1, (V)(across - 1));
    const V top = fmax(line, (V)(0)) * across, bottom = fmin(line + 1, (V)(down - 1)) * across;
    const V a = x - column, b = y - line;
    const V above = TAKE_ROW(lut, top + left, v, channels, levels, 0, 0) * (1 - a) +
                    TAKE_ROW(lut, top + right, v, channels, levels, 0, 0) * a;
    const V below = TAKE_ROW(lut, bottom + left, v, channels, levels, 0, 0) * (1 - a) +
                    TAKE_ROW(lut, bottom + right, v, channels, levels, 0, 0) * a;
    const V blended = rint(above * (1 - b) + below * b);
    return blended > (V)(0) ? (blended < (V)(white) ? blended : (V)(white)) : (V)(0);
}

// Whole luma goes that way, and its change is added to every colour; alpha goes it for itself.
V clahe_luma(V v, V X, V Y, TABLE lut, int channels, int levels, int across, int down, REAL width, REAL height,
             REAL white) {
    const V y = whole_luma(v);
    const V found = clahe(y, X, Y, lut, channels, levels, across, down, width, height, white);
    return luma_shifted(v, y, found, white);
}
