#include "kernels/choose.clh"

// Colour differences of 2 x 2 pixels, in the size of these.
S spread_nearest(SRC src, VI X, VI Y) { return TEXEL(src, X >> 1, Y >> 1); }
