// Matrices that take pixels of a result to places in an image.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace sluice::stages {

// Row by row. Without perspective the third is 0 0 1.
using Matrix = std::array<double, 9>;

// Of 6 or 9 numbers; a third row of 0 0 w becomes 0 0 1.
inline Matrix matrix_of(const std::vector<double>& numbers) {
    Matrix m{1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::copy(numbers.begin(), numbers.end(), m.begin());
    const double w = m[8];
    if (m[6] == 0 && m[7] == 0 && w != 0)
        for (double& v : m) v /= w;
    return m;
}

inline bool is_affine(const Matrix& m) { return m[6] == 0 && m[7] == 0 && m[8] == 1; }

inline std::optional<Matrix> inverse(const Matrix& m) {
    const auto minor = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
        return m[a] * m[d] - m[b] * m[c];
    };
    Matrix adjoint{minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5),
                   minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3),
                   minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4)};
    const double determinant = m[0] * adjoint[0] + m[1] * adjoint[3] + m[2] * adjoint[6];
    for (double& v : adjoint) v /= determinant;
    const bool finite =
        std::all_of(adjoint.begin(), adjoint.end(), [](double v) { return std::isfinite(v); });
    if (determinant == 0 || !finite) return std::nullopt;
    if (is_affine(m)) adjoint[6] = adjoint[7] = 0, adjoint[8] = 1;
    return adjoint;
}

// The largest number that a row of it gives for pixels of a result of that size, whatever its sign.
inline double largest(const Matrix& m, std::size_t row, std::size_t width, std::size_t height) {
    double most = 0;
    for (const std::size_t x : {std::size_t{0}, width - 1})
        for (const std::size_t y : {std::size_t{0}, height - 1})
            most = std::max(most, std::abs(m[3 * row] * static_cast<double>(x) +
                                           m[3 * row + 1] * static_cast<double>(y) + m[3 * row + 2]));
    return most;
}

// How far from the first pixel of the image an affine one leads.
inline double farthest(const Matrix& m, std::size_t width, std::size_t height) {
    return std::max(largest(m, 0, width, height), largest(m, 1, width, height));
}

}  // namespace sluice::stages
