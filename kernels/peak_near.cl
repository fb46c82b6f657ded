// The same as peak.cl, by looking at all neighbours. What is compared with NaN is not less.
V peak_near(SRC src, int distance, REAL level) {
    const V own = AT(src, 0, 0);
    V found = own > (V)(level) ? (V)(255) : (V)(0);
    for (int dy = -distance; dy <= distance; ++dy)
        for (int dx = -distance; dx <= distance; ++dx) {
            const V other = AT(src, dx, dy);
            if (dy < 0 || (dy == 0 && dx < 0))
                found = other >= own ? (V)(0) : found;
            else
                found = other > own ? (V)(0) : found;
        }
    return found;
}
