#include "kernels/choose.clh"

// Columns that go to the left are read from left to right, as they lie in memory, and turned round.
S placed(SRC src, VI X, VI Y, int from_x, int step_x, int from_y, int step_y) {
    const S found = TEXEL(src, from_x + step_x * (step_x < 0 ? BACKWARDS(X) : X), from_y + step_y * Y);
    return step_x < 0 ? BACKWARDS(found) : found;
}
S placed_transposed(SRC src, VI X, VI Y, int from_x, int step_x, int from_y, int step_y) {
    return TEXEL(src, from_y + step_y * Y, from_x + step_x * X);
}
