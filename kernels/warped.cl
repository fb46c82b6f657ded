#include "kernels/coordinate.clh"
#include "kernels/divide.clh"

// A matrix leads from each pixel of the result to its place in the image: stages/parts/warped/projection.hpp.

V warped_affine(SRC src, VI X, VI Y, long xx, long xy, long x0, long yx, long yy, long y0) {
    return SAMPLE(src, coordinate_on_plane(X, Y, xx, xy, x0), coordinate_on_plane(X, Y, yx, yy, y0));
}

// n / w, w having 50 bits at most: n times a float near 1 / w, and, of what that leaves, which is exact, the
// same again.
COORDINATE warped_quotient(COORDINATE n, COORDINATE w, EACH(REAL) of_w) {
    const EACH(REAL) first = CONVERT_EACH(REAL, n) * of_w, most = (EACH(REAL))(0x1p22);
    const EACH(REAL) near = clamp(first, -most, most);
    const COORDINATE steps = CONVERT_EACH(long, near * (EACH(REAL))(0x1p12));
    // Modulo 2^64: only the rest has to fit.
    const EACH(ulong) product = PASTE(as_, EACH(ulong))(steps) * PASTE(as_, EACH(ulong))(w);
    const COORDINATE rest = PASTE(as_, COORDINATE)((PASTE(as_, EACH(ulong))(n) << 12) - product);
    const EACH(REAL) second = near == first ? CONVERT_EACH(REAL, rest) * of_w : (EACH(REAL))(0);
    return (steps << (COORDINATE_BITS - 12)) + CONVERT_EACH(long, second * (EACH(REAL))(0x1p28));
}

V warped_perspective(SRC src, VI X, VI Y, long xx, long xy, long x0, long yx, long yy, long y0,
                     long wx, long wy, long w0) {
    const COORDINATE n = coordinate_on_plane(X, Y, wx, wy, w0);
    const COORDINATE w = n != 0 ? n : (COORDINATE)(1);  // on the horizon
    const EACH(REAL) of_w = FIRST(divide((V)(1), SPREAD(REAL, CONVERT_EACH(REAL, w))));
    return SAMPLE(src, warped_quotient(coordinate_on_plane(X, Y, xx, xy, x0), w, of_w),
                  warped_quotient(coordinate_on_plane(X, Y, yx, yy, y0), w, of_w));
}
