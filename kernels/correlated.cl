// WINDOW_* (window.clh) read the arguments that are called window, taps and doubles.
#include "kernels/window.clh"

V correlated(SRC src, TABLE window, int taps, int doubles) {
    V sum = (V)(0), own = sum;
    WINDOW_EACH(i) {
        const V v = AT(src, WINDOW_X(i), WINDOW_Y(i));
        if (i == 0) own = v;
        else sum = fma((V)(WINDOW_WEIGHT(i)), v, sum);
    }
    return ALPHA_LANES ? own : sum;
}
