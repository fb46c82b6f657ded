#include "kernels/divide.clh"

// A whole number divided, correctly rounded: what the product with 1 / count, itself correctly rounded, leaves
// says how far that is off (Markstein, IA-64 and Elementary Functions, 2000). A tenth of what a division costs.
V averaged(V v, REAL count) {
    const V n = (V)(count), of_count = divide((V)(1), n), near = v * of_count;
    return fma(fma(-near, n, v), of_count, near);
}
