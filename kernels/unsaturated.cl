// 1 where a pixel's colours are finite and no farther apart than this part of the largest, else 0. Without a
// division, so that all devices decide alike, and black is not saturated.
V unsaturated(V v, REAL threshold) {
    const V least = fmin(fmin(RED(v), GREEN(v)), BLUE(v)), most = fmax(fmax(RED(v), GREEN(v)), BLUE(v));
    const VI finite = isfinite(RED(v)) & isfinite(GREEN(v)) & isfinite(BLUE(v));
    const VI close = finite & (most - least <= threshold * most);
    return close ? (V)(1) : (V)(0);
}

V unsaturated_masked(V v, V mask, REAL threshold) {
    const VI counted = (RED(mask) != 0) & (GREEN(mask) != 0) & (BLUE(mask) != 0);
    return counted ? unsaturated(v, threshold) : (V)(0);
}
