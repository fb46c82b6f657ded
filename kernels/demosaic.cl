// Of each lane: the pixel itself where it sees that colour; else what is made of those that do, which lie
// in the row, in the column, in the corners, or, green beside red and blue, on all four sides.
// red_x, red_y: the first pixel that sees red. Blue lies one column and one row further.
V demosaic_of(VI X, VI Y, int red_x, int red_y, V own, V sides, V corners, V in_row, V in_column) {
    const VI blue = CONVERT(INT, CHANNELS(0, 0, 1, 0));
    const VI column = (X + red_x + blue) & 1, row = (Y + red_y + blue) & 1;
    const V own_or_row = column != (VI)(0) ? in_row : own, between = column != (VI)(0) ? corners : in_column;
    const V colour = row != (VI)(0) ? between : own_or_row;
    const V green = ((X + Y + red_x + red_y) & 1) != (VI)(0) ? own : sides;
    return CHANNELS(0, 1, 0, 0) != (V)(0) ? green : colour;
}

V demosaic_bilinear(SRC src, VI X, VI Y, int red_x, int red_y) {
    const V in_row = AT(src, -1, 0) + AT(src, 1, 0), in_column = AT(src, 0, -1) + AT(src, 0, 1);
    const V corners = (AT(src, -1, -1) + AT(src, 1, -1)) + (AT(src, -1, 1) + AT(src, 1, 1));
    return demosaic_of(X, Y, red_x, red_y, AT(src, 0, 0), (in_row + in_column) * 0.25, corners * 0.25,
                       in_row * 0.5, in_column * 0.5);
}

// H. Malvar, L. He, R. Cutler: High-quality linear interpolation for demosaicing of Bayer-patterned color
// images, 2004. Eighths; halves and quarters of integers are exact.
V demosaic_mhc(SRC src, VI X, VI Y, int red_x, int red_y) {
    const V own = AT(src, 0, 0);
    const V in_row = AT(src, -1, 0) + AT(src, 1, 0), in_column = AT(src, 0, -1) + AT(src, 0, 1);
    const V corners = (AT(src, -1, -1) + AT(src, 1, -1)) + (AT(src, -1, 1) + AT(src, 1, 1));
    const V far_in_row = AT(src, -2, 0) + AT(src, 2, 0), far_in_column = AT(src, 0, -2) + AT(src, 0, 2);
    const V far = far_in_row + far_in_column;
    const V sides = 4 * own + 2 * (in_row + in_column) - far;
    const V opposite = 6 * own + 2 * corners - 1.5 * far;
    const V unlike = 5 * own - corners;
    return demosaic_of(X, Y, red_x, red_y, own, sides * 0.125, opposite * 0.125,
                       (unlike + 4 * in_row - far_in_row + 0.5 * far_in_column) * 0.125,
                       (unlike + 4 * in_column - far_in_column + 0.5 * far_in_row) * 0.125);
}
