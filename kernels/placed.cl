V placed(SRC src, V X, V Y, REAL from_x, REAL step_x, REAL from_y, REAL step_y) {
    return TEXEL(src, from_x + step_x * X, from_y + step_y * Y);
}
V placed_transposed(SRC src, V X, V Y, REAL from_x, REAL step_x, REAL from_y, REAL step_y) {
    return TEXEL(src, from_y + step_y * Y, from_x + step_x * X);
}
