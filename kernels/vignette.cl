V vignette(V v, VI X, VI Y, REAL strength, REAL centre_x, REAL centre_y, REAL scale, REAL begin) {
    const V x = CONVERT(REAL, X) - (V)(centre_x), y = CONVERT(REAL, Y) - (V)(centre_y);
    const V s = clamp((x * x + y * y) * scale - begin, (V)(0), (V)(1));
    const V factor = 1 - strength * (s * s * (3 - 2 * s));
    return fabs(v) < (V)(INFINITY) ? v * factor : v;  // an infinity times 0 is none
}
