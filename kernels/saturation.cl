// Between the luma of a pixel and its colours, or beyond.
V saturation(V v, REAL amount) {
    const V y = 0.213 * RED(v) + 0.715 * GREEN(v) + 0.072 * BLUE(v);
    return amount == 1 ? v : fma((V)(amount), v, (1 - amount) * y);
}
