V placed(SRC src, V X, V Y, REAL x, REAL y) { return TEXEL(src, X - x, Y - y); }
