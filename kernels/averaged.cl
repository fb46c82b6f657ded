#include "kernels/divide.clh"

V averaged(V v, REAL count) { return divide(v, (V)(count)); }
