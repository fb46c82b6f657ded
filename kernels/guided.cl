#include "kernels/divide.clh"

// He, Sun and Tang: around each pixel the line a * guide + b that is nearest to the image; `epsilon` keeps it
// flat. All in numbers of `centred`, and sums of `count` of them.
V guided_slope(V products, V sum, V guide_sum, V guide_squares, REAL epsilon, REAL count, REAL guide_white) {
    const V mean = divide(sum, (V)(count)), guide_mean = divide(guide_sum, (V)(count));
    const V variance = fma(-guide_mean, guide_mean, divide(guide_squares, (V)(count)));
    const V together = fma(-mean, guide_mean, divide(products, (V)(count)));
    const V least = (V)(epsilon * guide_white * guide_white);
    return divide(together, (variance > (V)(0) ? variance : (V)(0)) + least);
}
V guided_base(V slope, V sum, V guide_sum, REAL count) {
    return fma(-slope, divide(guide_sum, (V)(count)), divide(sum, (V)(count)));
}
V guided_line(V v, V guide, V slopes, V bases, REAL count, REAL middle) {
    return fma(divide(slopes, (V)(count)), guide, divide(bases, (V)(count))) + (V)(middle);
}
