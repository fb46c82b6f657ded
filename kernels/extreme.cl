#include "kernels/choose.clh"
#include "kernels/window.clh"

// What `chosen` picks of each row of a window, and then of these: windows below each other have rows in
// common.
#define EXTREME_OF(chosen)                                  \
    S own = (S)(0), row = own, found = own;                 \
    int rows = 0;                                           \
    WINDOW_EACH(i) {                                        \
        const S v = AT(src, WINDOW_X(i), WINDOW_Y(i));      \
        if (i == 0) {                                       \
            own = v;                                        \
        } else if (i == 1) {                                \
            row = v;                                        \
        } else if (WINDOW_Y(i) == WINDOW_Y(i - 1)) {        \
            row = chosen(row, v);                           \
        } else {                                            \
            found = rows++ == 0 ? row : chosen(found, row); \
            row = v;                                        \
        }                                                   \
    }                                                       \
    if (rows > 0) row = chosen(found, row)

S extreme_least(SRC src, TABLE window, int taps, int doubles) {
    EXTREME_OF(LEAST);
    return KEEP_ALPHA(own, row);
}
S extreme_most(SRC src, TABLE window, int taps, int doubles) {
    EXTREME_OF(GREATEST);
    return KEEP_ALPHA(own, row);
}

// The same along a line: of the pixel and `places` on either side, each (step_x, step_y) farther away than
// the one before it, but the last ones, which are (reach_x, reach_y) away. A function for each number of
// places lets a compiler write its loop out.
#define EXTREME_OF_LINE(type, chosen, places)                        \
    type found = AT(src, -reach_x, -reach_y);                        \
    _Pragma("unroll") for (int i = 1 - places; i < places; ++i)      \
        found = chosen(found, AT(src, i * step_x, i * step_y));      \
    found = chosen(found, AT(src, reach_x, reach_y));                \
    return KEEP_ALPHA(AT(src, 0, 0), found)

S extreme_least_of_line_1(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, LEAST, 1);
}
S extreme_least_of_line_2(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, LEAST, 2);
}
S extreme_least_of_line_3(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, LEAST, 3);
}
S extreme_least_of_line_4(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, LEAST, 4);
}
S extreme_most_of_line_1(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, GREATEST, 1);
}
S extreme_most_of_line_2(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, GREATEST, 2);
}
S extreme_most_of_line_3(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, GREATEST, 3);
}
S extreme_most_of_line_4(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(S, GREATEST, 4);
}

// Of real numbers NaN counts where there is nothing else, and of zeros of both signs the first one stays, on
// every device.
#if S_IS_V
#define EXTREME_LESS(a, b) ((((b) < (a)) | ((a) != (a))) ? (b) : (a))
#define EXTREME_MORE(a, b) ((((b) > (a)) | ((a) != (a))) ? (b) : (a))
V extreme_least_real(SRC src, TABLE window, int taps, int doubles) {
    EXTREME_OF(EXTREME_LESS);
    return KEEP_ALPHA(own, row);
}
V extreme_most_real(SRC src, TABLE window, int taps, int doubles) {
    EXTREME_OF(EXTREME_MORE);
    return KEEP_ALPHA(own, row);
}
V extreme_least_of_line_real_1(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_LESS, 1);
}
V extreme_least_of_line_real_2(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_LESS, 2);
}
V extreme_least_of_line_real_3(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_LESS, 3);
}
V extreme_least_of_line_real_4(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_LESS, 4);
}
V extreme_most_of_line_real_1(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_MORE, 1);
}
V extreme_most_of_line_real_2(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_MORE, 2);
}
V extreme_most_of_line_real_3(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_MORE, 3);
}
V extreme_most_of_line_real_4(SRC src, int step_x, int step_y, int reach_x, int reach_y) {
    EXTREME_OF_LINE(V, EXTREME_MORE, 4);
}
#endif
