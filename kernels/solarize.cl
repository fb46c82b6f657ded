V solarize(V v, REAL level, REAL white) { return v >= (V)(level * white) ? white - v : v; }
