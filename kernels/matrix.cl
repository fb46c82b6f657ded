// Terms are added from the last to the first. Offsets are code values.
V matrix(V v, REAL rr, REAL rg, REAL rb, REAL r1, REAL gr, REAL gg, REAL gb, REAL g1, REAL br, REAL bg,
         REAL bb, REAL b1) {
    const V sum = fma(CHANNELS(rb, gb, bb, 0), BLUE(v), CHANNELS(r1, g1, b1, 0));
    return fma(CHANNELS(rr, gr, br, 0), RED(v), fma(CHANNELS(rg, gg, bg, 0), GREEN(v), sum));
}

V matrix_with_alpha(V v, REAL rr, REAL rg, REAL rb, REAL ra, REAL r1, REAL gr, REAL gg, REAL gb, REAL ga,
                    REAL g1, REAL br, REAL bg, REAL bb, REAL ba, REAL b1, REAL ar, REAL ag, REAL ab, REAL aa,
                    REAL a1) {
    const V alpha = fma(CHANNELS(ra, ga, ba, aa), ALPHA(v), CHANNELS(r1, g1, b1, a1));
    const V sum = fma(CHANNELS(rb, gb, bb, ab), BLUE(v), alpha);
    return fma(CHANNELS(rr, gr, br, ar), RED(v), fma(CHANNELS(rg, gg, bg, ag), GREEN(v), sum));
}
