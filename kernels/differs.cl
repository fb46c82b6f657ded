// Masks of what is not of the background: 255 where a channel is farther from it than `level`, else 0. What
// has no more alpha than that is background too, whatever colour it has.
V differs_mask(V v, V off, REAL level, int colors, int alpha) {
#if LANES == 4
    V far = RED(off);
    if (colors > 1) far = fmax(far, GREEN(off));
    if (colors > 2) far = fmax(far, BLUE(off));
    if (alpha != 0) far = ALPHA(v) > (V)(level) ? fmax(far, ALPHA(off)) : (V)(0);
    return far > (V)(level) ? (V)(255) : (V)(0);
#else
    return off > (V)(level) ? (V)(255) : (V)(0);
#endif
}

// The names of fields of a Table; its least value is its only one.
V differs(V v, V min, REAL level, int colors, int alpha) {
    return differs_mask(v, fabs(v - min), level, colors, alpha);
}

// A background that is no finite number is near to all others that are none.
V differs_real(V v, V min, V nan, V inf, REAL level, int colors, int alpha) {
    const V far = (V)(INFINITY), odd = nan + inf;
    const V off = odd > (V)(0) ? (fabs(v) < far ? far : (V)(0)) : fabs(v - min);
    return differs_mask(v, off == off ? off : far, level, colors, alpha);
}

V differs_from(V v, REAL red, REAL green, REAL blue, REAL opaque, REAL level, int colors, int alpha) {
    const V off = fabs(v - CHANNELS(red, green, blue, opaque));
    return differs_mask(v, off == off ? off : (V)(INFINITY), level, colors, alpha);
}
