#include "kernels/divide.clh"

// A mean of pixels up to `search` away, weighed by how alike the patches around them are, of `patch` on
// either side: exp(fall * the sum of squared differences), less than 0.001 of which is nothing, as OpenCV has
// it. What is not finite has no part in it, and stays.
V nlmeans(SRC src, int patch, int search, int colors, REAL fall) {
    V sum = (V)(0), all = sum, own = sum;
    for (int sy = -search; sy <= search; ++sy)
        for (int sx = -search; sx <= search; ++sx) {
            V squares = (V)(0), there = squares;
            for (int dy = -patch; dy <= patch; ++dy)
                for (int dx = -patch; dx <= patch; ++dx) {
                    const V here = AT(src, dx, dy), other = AT(src, sx + dx, sy + dy);
                    squares = fma(other - here, other - here, squares);
                    if (dx != 0 || dy != 0) continue;
                    own = here;
                    there = other;
                }
            V distance = squares;
            if (colors > 1) distance = RED(squares) + GREEN(squares);
            if (colors > 2) distance += BLUE(squares);
            const V alike = exp((V)(fall) * distance);
            const V weight = isfinite(distance) & (alike >= (V)(0.001)) ? alike : (V)(0);
            sum = weight > (V)(0) ? fma(weight, there - own, sum) : sum;
            all += weight;
        }
    return ALPHA_LANES | !(all > (V)(0)) ? own : own + divide(sum, all);
}
