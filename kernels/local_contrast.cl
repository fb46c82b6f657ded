#include "kernels/divide.clh"
#include "kernels/root.clh"

// A deviation counts as 0.001 of white at least, which is also more than rounding makes of none.
V local_contrast(V v, V sum, V squares, REAL strength, REAL count, REAL white, REAL middle) {
    const V mean = divide(sum, (V)(count));
    const V variance = fma(-mean, mean, divide(squares, (V)(count)));
    const V least = (V)(0.001 * white * (0.001 * white));
    const V deviation = root((variance > (V)(0) ? variance : (V)(0)) + least);
    const V apart = divide(v - (V)(middle) - mean, deviation);
    return fma((V)(strength * white), apart, (V)(0.5 * white));
}
