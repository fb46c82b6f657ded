#include "kernels/window.clh"

// NaN counts where there is nothing else. Of zeros of both signs the first one stays, on every device.
V extreme_least(SRC src, TABLE window, int taps, int doubles) {
    V least = (V)(NAN), own = least;
    for (int i = 0; i < taps; ++i) {
        const V v = AT(src, WINDOW_X(i), WINDOW_Y(i));
        if (i == 0) own = v;
        else least = ((v < least) | (least != least)) ? v : least;
    }
    return ALPHA_LANES ? own : least;
}
V extreme_most(SRC src, TABLE window, int taps, int doubles) {
    V most = (V)(NAN), own = most;
    for (int i = 0; i < taps; ++i) {
        const V v = AT(src, WINDOW_X(i), WINDOW_Y(i));
        if (i == 0) own = v;
        else most = ((v > most) | (most != most)) ? v : most;
    }
    return ALPHA_LANES ? own : most;
}
