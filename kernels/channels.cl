// Between channel counts. Grey lies in all colour lanes, so to go from grey to colours, or to drop
// alpha, nothing has to be done to the pixels.
V channels(V v) { return v; }

V channels_luma(V v) {
    const V y = (REAL)0.2126 * RED(v) + (REAL)0.7152 * GREEN(v) + (REAL)0.0722 * BLUE(v);
    return ALPHA_LANES ? v : y;
}

V channels_opaque(V v, REAL white) { return ALPHA_LANES ? (V)(white) : v; }

V channels_luma_opaque(V v, REAL white) { return channels_opaque(channels_luma(v), white); }
