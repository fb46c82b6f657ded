// top - v, where top is white; for signed integers top is -1, which makes it ~v.
V invert(V v, REAL top) { return (V)(top) - v; }
