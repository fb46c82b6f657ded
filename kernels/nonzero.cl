V nonzero(V v) { return v != (V)(0) ? (V)(255) : (V)(0); }
