// Matrices of colours, three by three, row by row.
#pragma once

#include <array>
#include <cstddef>

namespace sluice {

using Matrix3 = std::array<double, 9>;

// REQUIRES: it has one.
inline Matrix3 inverse(const Matrix3& m) {
    const auto minor = [&](std::size_t row, std::size_t column) {
        const std::size_t r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3,
                          c2 = (column + 2) % 3;
        return m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    };
    const double determinant = m[0] * minor(0, 0) + m[1] * minor(0, 1) + m[2] * minor(0, 2);
    Matrix3 result{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) result[3 * r + c] = minor(c, r) / determinant;
    return result;
}

inline Matrix3 product(const Matrix3& a, const Matrix3& b) {
    Matrix3 result{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t k = 0; k < 3; ++k) result[3 * r + c] += a[3 * r + k] * b[3 * k + c];
    return result;
}

}  // namespace sluice
