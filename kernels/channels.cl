// Between channel counts. Grey lies in all colour lanes, so to go from grey to colours, or to drop
// alpha, nothing has to be done to the pixels.
V channels(V v) { return v; }

V channels_luma(V v) { return ALPHA_LANES ? v : LUMA(v); }

V channels_opaque(V v, REAL white) { return ALPHA_LANES ? (V)(white) : v; }

V channels_luma_opaque(V v, REAL white) { return channels_opaque(channels_luma(v), white); }
