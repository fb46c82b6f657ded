V difference(V v, V other) { return v - other; }
