// WINDOW_* (window.clh) read the arguments that are called window, taps and doubles; S, LEAST, GREATEST and
// KEEP_ALPHA are those of choose.clh. S_IS_V: the functions of real numbers at the end are there too.
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

// The same of a rectangle.
#define EXTREME_OF_RECTANGLE(type, chosen)                                                          \
    type found = (type)(0);                                                                         \
    TABLE_LOOP for (int y = -reach_y; y <= reach_y; ++y) {                                          \
        type row = AT(src, -reach_x, y);                                                            \
        TABLE_LOOP for (int x = 1 - reach_x; x <= reach_x; ++x) row = chosen(row, AT(src, x, y));   \
        found = y == -reach_y ? row : chosen(found, row);                                           \
    }                                                                                               \
    return KEEP_ALPHA(AT(src, 0, 0), found)

S extreme_least_of_rectangle(SRC src, int reach_x, int reach_y) { EXTREME_OF_RECTANGLE(S, LEAST); }
S extreme_most_of_rectangle(SRC src, int reach_x, int reach_y) { EXTREME_OF_RECTANGLE(S, GREATEST); }

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
V extreme_least_of_rectangle_real(SRC src, int reach_x, int reach_y) {
    EXTREME_OF_RECTANGLE(V, EXTREME_LESS);
}
V extreme_most_of_rectangle_real(SRC src, int reach_x, int reach_y) {
    EXTREME_OF_RECTANGLE(V, EXTREME_MORE);
}
#endif
