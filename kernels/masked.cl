V masked(V v, V mask, REAL of_white) { return ALPHA_LANES ? v * (RED(mask) * of_white) : v; }
