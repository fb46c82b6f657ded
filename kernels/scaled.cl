#include "kernels/divide.clh"
#include "kernels/one_nan.clh"

// A sum divided and moved; the image is there for its alpha.
V scaled(V v, V sum, REAL scale, REAL offset) {
    return one_nan(divide(sum, (V)(scale)) + (V)(offset));
}
