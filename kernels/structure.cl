#include "kernels/divide.clh"

// SSIM of Wang, Bovik, Sheikh and Simoncelli (2004), from means within a window: of distances from a middle,
// of their squares and of their products. Variances keep their digits so.
V structure(V mean_a, V mean_b, V squares_a, V squares_b, V products, REAL middle_a, REAL middle_b, REAL c1,
            REAL c2) {
    const V variance_a = squares_a - mean_a * mean_a, variance_b = squares_b - mean_b * mean_b;
    const V covariance = products - mean_a * mean_b;
    const V a = mean_a + middle_a, b = mean_b + middle_b;
    return divide((2 * (a * b) + c1) * (2 * covariance + c2),
                  (a * a + b * b + c1) * (variance_a + variance_b + c2));
}
