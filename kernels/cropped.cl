#include "kernels/coordinate.clh"

// The numbers of the crop (stages/shared/crop_boxes.hpp): TABLE begins with the row of its layer.
#define CROPPED(i) (((const __global long *)places)[i])

V cropped(SRC src, VI X, VI Y, TABLE places) {
    const COORDINATE x = coordinate_on_plane(X, Y, CROPPED(1), 0, CROPPED(0));
    const COORDINATE y = coordinate_on_plane(X, Y, 0, CROPPED(3), CROPPED(2));
    return CROPPED(1) == 0 ? (V)(0) : SAMPLE(src, x, y);
}
