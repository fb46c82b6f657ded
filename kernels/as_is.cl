V as_is(V v) { return v; }
