// Channels of an image in another order, and of several in one.

V swizzled_same(V v) { return v; }

// Number `lane` of red, green, blue, alpha, 0 and white, in all lanes.
V swizzled_lane(V v, int lane, REAL white) {
#if LANES == 1
    const V alpha = v;
#else
    const V alpha = ALPHA(v);
#endif
    return lane == 0   ? RED(v)
           : lane == 1 ? GREEN(v)
           : lane == 2 ? BLUE(v)
           : lane == 3 ? alpha
           : lane == 4 ? (V)(0)
                       : (V)(white);
}

V swizzled(V v, int lane_0, int lane_1, int lane_2, int lane_3, REAL white) {
    const V place = CHANNELS(0, 1, 2, 3);
    return place == (V)(0)   ? swizzled_lane(v, lane_0, white)
           : place == (V)(1) ? swizzled_lane(v, lane_1, white)
           : place == (V)(2) ? swizzled_lane(v, lane_2, white)
                             : swizzled_lane(v, lane_3, white);
}

V swizzled_merged(V v, V g, V b, V a, int has_g, int has_b, int has_a, REAL of_g, REAL of_b, REAL of_a) {
    const V place = CHANNELS(0, 1, 2, 3);
    const V green = has_g ? RED(g) * of_g : v, blue = has_b ? RED(b) * of_b : v;
    const V alpha = has_a ? RED(a) * of_a : v;
    return place == (V)(0) ? v : place == (V)(1) ? green : place == (V)(2) ? blue : alpha;
}
