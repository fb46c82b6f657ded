#include "kernels/logarithm.clh"

// Stretches of what is mostly dark; odd, so that noise around black stays around it. inner: what a value is
// multiplied by before; outer: after.
V compressed_asinh(V v, REAL inner, REAL outer) { return logarithm_asinh(v * inner) * outer; }
V compressed_log(V v, REAL inner, REAL outer) { return logarithm_1p(v * inner) * outer; }
