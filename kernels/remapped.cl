#include "kernels/coordinate.clh"

V remapped(SRC src, V map) { return SAMPLE(src, coordinate_of(RED(map)), coordinate_of(GREEN(map))); }
