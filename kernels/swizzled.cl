// Channels of an image in another order, and of several in one.

V swizzled_same(V v) { return v; }

// In each lane one of red, green, blue, alpha, 0 and white, by its number.
V swizzled(V v, int lane_0, int lane_1, int lane_2, int lane_3, REAL white) {
    const V number = CHANNELS(lane_0, lane_1, lane_2, lane_3);
#if LANES == 1
    const V alpha = v;
#else
    const V alpha = ALPHA(v);
#endif
    const V fixed = number == (V)(4) ? (V)(0) : (V)(white);
    return number == (V)(0)   ? RED(v)
           : number == (V)(1) ? GREEN(v)
           : number == (V)(2) ? BLUE(v)
           : number == (V)(3) ? alpha
                              : fixed;
}

// The first and the third of each pixel in turn, whatever the numbers say.
#if LANES == 4
V swizzled_bgr(V v, int lane_0, int lane_1, int lane_2, int lane_3, REAL white) { return BGR(v); }
#endif

V swizzled_merged(V v, V g, V b, V a, int has_g, int has_b, int has_a, REAL of_g, REAL of_b, REAL of_a) {
    const V place = CHANNELS(0, 1, 2, 3);
    const V green = has_g ? RED(g) * of_g : v, blue = has_b ? RED(b) * of_b : v;
    const V alpha = has_a ? RED(a) * of_a : v;
    return place == (V)(0) ? v : place == (V)(1) ? green : place == (V)(2) ? blue : alpha;
}
