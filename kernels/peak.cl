// White where a pixel is above `level`, not below any neighbour, and above those before it in scan order: so
// there is one of equal ones that are that near.
V peak(SRC src, int distance, REAL level) {
    const V own = AT(src, 0, 0);
    V found = own > (V)(level) ? (V)(255) : (V)(0);
    for (int dy = -distance; dy <= distance; ++dy)
        for (int dx = -distance; dx <= distance; ++dx) {
            const V other = AT(src, dx, dy);
            if (dy < 0 || (dy == 0 && dx < 0))
                found = own > other ? found : (V)(0);
            else
                found = own >= other ? found : (V)(0);
        }
    return found;
}
