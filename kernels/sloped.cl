V sloped(V v, REAL slope, REAL intercept) { return fma(v, (V)(slope), (V)(intercept)); }
