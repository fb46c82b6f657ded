#include "kernels/choose.clh"

// Columns that go to the left are read from left to right, as they lie in memory, and turned round.
S placed(SRC src, V X, V Y, REAL from_x, REAL step_x, REAL from_y, REAL step_y) {
    const S found = TEXEL(src, from_x + step_x * (step_x < 0 ? BACKWARDS(X) : X), from_y + step_y * Y);
    return step_x < 0 ? BACKWARDS(found) : found;
}
S placed_transposed(SRC src, V X, V Y, REAL from_x, REAL step_x, REAL from_y, REAL step_y) {
    return TEXEL(src, from_y + step_y * Y, from_x + step_x * X);
}
