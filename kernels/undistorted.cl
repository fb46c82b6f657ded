#include "kernels/coordinate.clh"
#include "kernels/divide.clh"

// OpenCV's camera: what a lens adds to a direction x, y. In pixels that is added to whole ones, since a place
// has more digits than a float.
V undistorted(SRC src, VI X, VI Y, REAL fx, REAL fy, REAL cx, REAL cy, REAL of_fx, REAL of_fy, REAL k1,
              REAL k2, REAL p1, REAL p2, REAL k3, REAL k4, REAL k5, REAL k6) {
    const V x = (CONVERT(REAL, X) - (V)(cx)) * (V)(of_fx), y = (CONVERT(REAL, Y) - (V)(cy)) * (V)(of_fy);
    const V r2 = fma(x, x, y * y), xy = (V)(2) * x * y;
    const V above = fma(fma((V)(k3), r2, (V)(k2)), r2, (V)(k1)) * r2;
    const V below = fma(fma((V)(k6), r2, (V)(k5)), r2, (V)(k4)) * r2;
    const V radial = divide(above - below, (V)(1) + below);
    const V dx = fma(x, radial, fma((V)(p1), xy, (V)(p2) * fma((V)(2) * x, x, r2)));
    const V dy = fma(y, radial, fma((V)(p2), xy, (V)(p1) * fma((V)(2) * y, y, r2)));
    return SAMPLE(src, coordinate_beside(X, dx * (V)(fx)), coordinate_beside(Y, dy * (V)(fy)));
}
