V centred(V v, REAL middle) { return v - (V)(middle); }
