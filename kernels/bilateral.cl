#include "kernels/divide.clh"
#include "kernels/window.clh"

// A mean of neighbours, weighed by how near they are in space (the window's weights) and in colour, all
// colours together: exp(fall * d^2), d the sum of their differences. What is not finite has no part in it,
// and stays.
V bilateral(SRC src, TABLE window, int taps, int doubles, int colors, REAL fall) {
    V sum = (V)(0), all = sum, own = sum;
    WINDOW_EACH(i) {
        const V v = AT(src, WINDOW_X(i), WINDOW_Y(i));
        if (i == 0) own = v;
        const V change = v - own, apart = fabs(change);
        V distance = apart;
        if (colors > 1) distance = RED(apart) + GREEN(apart);
        if (colors > 2) distance += BLUE(apart);
        const V weight = exp((V)(fall) * distance * distance) * (V)(WINDOW_WEIGHT(i));
        sum = isfinite(distance) ? fma(weight, change, sum) : sum;
        all = isfinite(distance) ? all + weight : all;
    }
    return ALPHA_LANES | !(all > (V)(0)) ? own : own + divide(sum, all);
}
