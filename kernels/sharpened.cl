V sharpened(V v, V blurred, REAL amount, REAL threshold, REAL white) {
    const V difference = v - blurred;
    return fabs(difference) > (V)(threshold * white) ? fma((V)(amount), difference, v) : v;
}
