#include "kernels/luma.clh"

// What the tables of the four tiles around a pixel have for its level, blended by how near their centres are;
// at the edges of the image, of two tiles or of one; pixels that pad a row have tiles too. per_column,
// per_row: tiles. luma: v is that of colours.
V clahe_blend(V v, V X, V Y, TABLE lut, bool luma, int channels, int levels, int across, int down,
              REAL per_column, REAL per_row, REAL white) {
    const V x = X * per_column - (REAL)0.5, y = Y * per_row - (REAL)0.5;
    const V column = floor(x), line = floor(y);
    const V last = (V)(across - 1), lowest = (V)(down - 1);
    const V left = clamp(column, (V)(0), last), right = fmin(column + 1, last);
    const V top = clamp(line, (V)(0), lowest) * across, bottom = fmin(line + 1, lowest) * across;
    const V a = x - column, b = y - line;
    const V above = take_levels(lut, top + left, v, luma, channels, levels, 0, 0) * (1 - a) +
                    take_levels(lut, top + right, v, luma, channels, levels, 0, 0) * a;
    const V below = take_levels(lut, bottom + left, v, luma, channels, levels, 0, 0) * (1 - a) +
                    take_levels(lut, bottom + right, v, luma, channels, levels, 0, 0) * a;
    return round_unsigned(above * (1 - b) + below * b, white);
}

V clahe(V v, V X, V Y, TABLE lut, int channels, int levels, int across, int down, REAL per_column,
        REAL per_row, REAL white) {
    return clahe_blend(v, X, Y, lut, false, channels, levels, across, down, per_column, per_row, white);
}

// Whole luma goes that way, and its change is added to every colour; alpha goes it for itself.
V clahe_luma(V v, V X, V Y, TABLE lut, int channels, int levels, int across, int down, REAL per_column,
             REAL per_row, REAL white) {
    const V y = whole_luma(v);
    const V to = clahe_blend(y, X, Y, lut, true, channels, levels, across, down, per_column, per_row, white);
    return luma_shifted(v, y, to, white);
}
