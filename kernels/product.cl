V product(V v, V other) { return v * other; }
