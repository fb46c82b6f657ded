#include "kernels/window.clh"

// The last value that `chosen` made of `found`, which begins as this, and each neighbour v.
#define EXTREME_OF(begin, chosen)                      \
    V found = (V)(begin), own = found;                 \
    WINDOW_EACH(i) {                                   \
        const V v = AT(src, WINDOW_X(i), WINDOW_Y(i)); \
        if (i == 0) own = v;                           \
        else found = chosen;                           \
    }                                                  \
    return ALPHA_LANES ? own : found

V extreme_least(SRC src, TABLE window, int taps, int doubles) { EXTREME_OF(INFINITY, fmin(found, v)); }
V extreme_most(SRC src, TABLE window, int taps, int doubles) { EXTREME_OF(-INFINITY, fmax(found, v)); }

// Of real numbers NaN counts where there is nothing else, and of zeros of both signs the first one stays, on
// every device.
V extreme_least_real(SRC src, TABLE window, int taps, int doubles) {
    EXTREME_OF(NAN, ((v < found) | (found != found)) ? v : found);
}
V extreme_most_real(SRC src, TABLE window, int taps, int doubles) {
    EXTREME_OF(NAN, ((v > found) | (found != found)) ? v : found);
}
