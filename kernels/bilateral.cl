#include "kernels/divide.clh"
#include "kernels/likeness.clh"
#include "kernels/window.clh"

// A mean of neighbours, weighed by how near they are in space and in colour, all colours together:
// 2^(fall * d^2 + w), d the sum of their differences, w what the window says of each. What is not finite has
// no part in it, and stays.
V bilateral(SRC src, TABLE window, int taps, int doubles, REAL fall) {
    V sum = (V)(0), all = sum, own = sum;
    WINDOW_EACH(i) {
        const V v = AT(src, WINDOW_X(i), WINDOW_Y(i));
        if (i == 0) {
            own = v;
            all = (V)(1);
            continue;
        }
        const bool later = WINDOW_IS_LATER(i);
        const V change = later ? own - v : v - own, apart = fabs(change);
#if SRC_COLORS == 1
        const V distance = RED(apart);
#else
        const V distance = RED(apart) + GREEN(apart) + BLUE(apart);
#endif
        const V weight = likeness(fma((V)(fall) * distance, distance, (V)(WINDOW_WEIGHT(i))));
        const V signed_weight = later ? -weight : weight;
#if SRC_FINITE
        sum = fma(signed_weight, change, sum);
        all += weight;
#else
        sum = isfinite(distance) ? fma(signed_weight, change, sum) : sum;
        all = isfinite(distance) ? all + weight : all;
#endif
    }
    return ALPHA_LANES ? own : fma(sum, inverse_alike(all), own);
}
