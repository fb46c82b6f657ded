#include "kernels/coordinate.clh"

// The matrix leads from each pixel of the result to its place in the image: its six numbers are the first of
// the Table.
#define TURNED(i) (((const __global long *)found)[i])

V turned(SRC src, VI X, VI Y, TABLE found) {
    return SAMPLE(src, coordinate_on_plane(X, Y, TURNED(0), TURNED(1), TURNED(2)),
                  coordinate_on_plane(X, Y, TURNED(3), TURNED(4), TURNED(5)));
}
