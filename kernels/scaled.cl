#include "kernels/divide.clh"

// A sum divided and moved; the image is there for its alpha.
V scaled(V v, V sum, REAL scale, REAL offset) {
    return divide(sum, (V)(scale)) + (V)(offset);
}
