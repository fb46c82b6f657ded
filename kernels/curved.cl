// Number `part` of the five of piece i.
V curved_part(TABLE pieces, int i, int part, int doubles) {
    return (V)(TABLE_NUMBER(pieces, 5 * i + part, doubles));
}

// Cubic pieces, each with where it begins and its coefficients from the constant one on; beyond the first and
// the last of them it goes straight on. NaN stays.
V curved(V v, TABLE pieces, int count, REAL last, REAL end, int doubles) {
    V y = curved_part(pieces, 0, 1, doubles);
    for (int i = 0; i < count; ++i) {
        const V t = v - curved_part(pieces, i, 0, doubles);
        const V curve = fma(curved_part(pieces, i, 4, doubles), t, curved_part(pieces, i, 3, doubles));
        const V on = fma(fma(curve, t, curved_part(pieces, i, 2, doubles)), t,
                         curved_part(pieces, i, 1, doubles));
        y = t >= (V)(0) ? on : y;
    }
    return v >= (V)(last) ? (V)(end) : v == v ? y : v;
}
