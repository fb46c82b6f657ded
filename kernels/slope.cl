#include "kernels/arc.clh"
#include "kernels/root.clh"

// How fast colours change to the right and downwards, by the rows (or columns) beside a pixel and through it.
V slope_between(V a0, V a1, V a2, V b0, V b1, V b2, REAL side, REAL middle) {
    return fma((V)(side), (b0 - a0) + (b2 - a2), (V)(middle) * (b1 - a1));
}

V slope_x(SRC src, REAL side, REAL middle) {
    const V slope = slope_between(AT(src, -1, -1), AT(src, -1, 0), AT(src, -1, 1), AT(src, 1, -1),
                                  AT(src, 1, 0), AT(src, 1, 1), side, middle);
    return ALPHA_LANES ? AT(src, 0, 0) : slope;
}

V slope_y(SRC src, REAL side, REAL middle) {
    const V slope = slope_between(AT(src, -1, -1), AT(src, 0, -1), AT(src, 1, -1), AT(src, -1, 1),
                                  AT(src, 0, 1), AT(src, 1, 1), side, middle);
    return ALPHA_LANES ? AT(src, 0, 0) : slope;
}

// Squares of large and of small real numbers are no numbers: a power of two goes out and comes back in.
#define SLOPE_POWER(of_float, of_double) ((V)((REAL)(sizeof(REAL) == 4 ? of_float : of_double)))
V slope_length(V x, V y) {
    const V up = SLOPE_POWER(0x1p80, 0x1p600), down = SLOPE_POWER(0x1p-80, 0x1p-600);
    const V large = SLOPE_POWER(0x1p60, 0x1p500), small = SLOPE_POWER(0x1p-40, 0x1p-450);
    const V most = fmax(fabs(x), fabs(y));
    const V by = most > large ? down : most < small ? up : (V)(1);
    const V back = most > large ? up : most < small ? down : (V)(1);
    const V scaled_x = x * by, scaled_y = y * by;
    return root(fma(scaled_x, scaled_x, scaled_y * scaled_y)) * back;
}

// The eight pixels around one.
#define SLOPE_AROUND(src)                                                                                \
    const V north = AT(src, 0, -1), south = AT(src, 0, 1), west = AT(src, -1, 0), east = AT(src, 1, 0);  \
    const V north_west = AT(src, -1, -1), north_east = AT(src, 1, -1);                                   \
    const V south_west = AT(src, -1, 1), south_east = AT(src, 1, 1)
// Both slopes, from these.
#define SLOPE_X_AND_Y(src)                                                                                \
    SLOPE_AROUND(src);                                                                                    \
    const V x = slope_between(north_west, west, south_west, north_east, east, south_east, side, middle);  \
    const V y = slope_between(north_west, north, north_east, south_west, south, south_east, side, middle)

// Of whole numbers, whose sums are exact in any order: what is found along a row serves those above and below
// it too.
V slope_sum(V a, V b, V c, REAL side, REAL middle) { return fma((V)(side), a + c, middle * b); }
V slope_magnitude(SRC src, REAL side, REAL middle) {
    SLOPE_AROUND(src);
    const V x = slope_sum(north_east - north_west, east - west, south_east - south_west, side, middle);
    const V y = slope_sum(south_west, south, south_east, side, middle) -
                slope_sum(north_west, north, north_east, side, middle);
    return ALPHA_LANES ? AT(src, 0, 0) : root_moderate(fma(x, x, y * y));
}
V slope_magnitude_real(SRC src, REAL side, REAL middle) {
    SLOPE_X_AND_Y(src);
    return ALPHA_LANES ? AT(src, 0, 0) : slope_length(x, y);
}

// Degrees from 0 up to 360, as cv::phase; 0 where nothing changes.
V slope_angle(SRC src, REAL side, REAL middle) {
    SLOPE_X_AND_Y(src);
    const V angle = arc(y + (V)(0), x + (V)(0)) * (V)(57.29577951308232);  // no negative zeros
    const V turned = angle < (V)(0) ? angle + (V)(360) : angle;
    return ALPHA_LANES ? AT(src, 0, 0) : turned >= (V)(360) ? (V)(0) : turned;
}
