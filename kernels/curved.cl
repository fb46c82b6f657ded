// Number i of a Table of floats or doubles.
REAL curved_number(TABLE pieces, int i, int doubles) {
#ifdef FP64
    if (doubles) return (REAL)((const __global double *)pieces)[i];
#endif
    return (REAL)((const __global float *)pieces)[i];
}

// Cubic pieces, each with where it begins and its coefficients from the constant one on; beyond the first and
// the last of them it goes straight on. NaN stays.
V curved(V v, TABLE pieces, int count, REAL last, REAL end, int doubles) {
#define CURVED_PART(k) ((V)(curved_number(pieces, 5 * i + (k), doubles)))
    int i = 0;
    V y = CURVED_PART(1);
    for (; i < count; ++i) {
        const V t = v - CURVED_PART(0);
        const V on = fma(fma(fma(CURVED_PART(4), t, CURVED_PART(3)), t, CURVED_PART(2)), t, CURVED_PART(1));
        y = t >= (V)(0) ? on : y;
    }
    return v >= (V)(last) ? (V)(end) : v == v ? y : v;
}
