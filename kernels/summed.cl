// Sums of pixels that stand `step` apart: a pixel and those before it in its row, or above it in its column, `taps`
// of them in all, the nearest first. What is outside of the image is not added. A loop, since text is compiled.

V summed_across(SRC src, VI X, VI Y, int taps, int step) {
    const int there = min(taps, (int)OF_PIXEL(X, PIXELS - 1) / step + 1);
    V sum = (V)(0);
    for (int i = 0; i < there; ++i) sum += TEXEL(src, X - (VI)(i * step), Y);
    return sum;
}

V summed_down(SRC src, VI X, VI Y, int taps, int step) {
    const int there = min(taps, (int)OF_PIXEL(Y, 0) / step + 1);
    V sum = (V)(0);
    for (int i = 0; i < there; ++i) sum += TEXEL(src, X, Y - (VI)(i * step));
    return sum;
}
