// White above a number, else black; NaN is not above it.
V cut(V v, REAL level, REAL white) { return v > (V)(level) ? (V)(white) : (V)(0); }

// ... above what a Table has for the channel; nothing was counted where that is NaN.
V cut_found(V v, V level, REAL white) { return level == level ? cut(v - level, 0, white) : v; }

// ... above what is around it.
V cut_beside(V v, V around, REAL offset, REAL white) {
    return v > around - (V)(offset) ? (V)(white) : (V)(0);
}
