// The place of each pixel of the result is the inverse of the matrix times its own, as in cv::warpAffine and
// cv::warpPerspective; without perspective a device has numbers of the inverse in multiples of 2^-40.
#include "tests/reference/params.hpp"
#include "tests/reference/sampled.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sluice::reference::stages {
namespace {

using Matrix = std::array<Real, 9>;

Matrix matrix_of(const Values& values) {
    Matrix m{1, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::vector<double> numbers = numbers_of(values, "matrix").value();
    std::copy(numbers.begin(), numbers.end(), m.begin());
    return m;
}

// By Cramer's rule.
Matrix inverse(const Matrix& m) {
    const auto at = [&](std::size_t row, std::size_t column) { return m[row % 3 * 3 + column % 3]; };
    Matrix result;
    Real determinant = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const Real minor = at(i + 1, k + 1) * at(i + 2, k + 2) - at(i + 1, k + 2) * at(i + 2, k + 1);
            if (i == 0) determinant += at(0, k) * minor;
            result[k * 3 + i] = minor;
        }
    for (Real& v : result) v /= determinant;
    return result;
}

class Warping {
public:
    Warping(const StageCall& call, const ImageFormat& dst) {
        m_ = matrix_of(call.values);
        if (!truth_of(call.values, "inverse")) m_ = inverse(m_);
        affine_ = m_[6] == 0 && m_[7] == 0;
        if (affine_) {
            const Real w = m_[8];
            for (Real& v : m_) v /= w;
            exact_ = std::all_of(m_.begin(), m_.end(),
                                 [](Real v) { return v * 0x1p40L == std::nearbyint(v * 0x1p40L); });
        }
        for (const std::size_t x : {std::size_t{0}, dst.width - 1})
            for (const std::size_t y : {std::size_t{0}, dst.height - 1}) {
                largest_ = std::max({largest_, std::fabs(at(0, x, y)), std::fabs(at(1, x, y))});
                deepest_ = std::max(deepest_, std::fabs(at(2, x, y)));
            }
    }

    Spot spot(std::size_t x, std::size_t y) const {
        const Real steps = static_cast<Real>(x + y + 2);
        if (affine_) return {at(0, x, y), at(1, x, y), exact_ ? 0 : steps * 0x1p-40L};
        const Real w = at(2, x, y);
        Spot spot{at(0, x, y) / w, at(1, x, y) / w};
        const Real far = std::max(std::fabs(spot.x), std::fabs(spot.y));
        const Real unit = std::max(deepest_ * 0x1p-47L, largest_ * 0x1p-59L);  // of the device's numbers
        spot.off_by = steps * unit * (1 + far) / std::fabs(w) + 0x1p-30L + far * 0x1p-40L;
        return spot;
    }

private:
    Real at(std::size_t row, std::size_t x, std::size_t y) const {
        return m_[3 * row] * static_cast<Real>(x) + m_[3 * row + 1] * static_cast<Real>(y) + m_[3 * row + 2];
    }

    Matrix m_;
    bool affine_ = true, exact_ = false;
    Real largest_ = 0, deepest_ = 0;  // of the rows of the matrix within the result
};

}  // namespace

StageReference warp() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        ImageFormat dst = src.format();
        const auto side = [&](const char* name, std::size_t own) {
            const auto given = number_of(call.values, name);
            return given ? static_cast<std::size_t>(*given) : own;
        };
        dst.width = side("width", dst.width);
        dst.height = side("height", dst.height);
        const Warping warping(call, dst);
        return {sampled(src, dst, call.values,
                        [&](std::size_t x, std::size_t row) { return warping.spot(x, row % dst.height); })};
    }};
}

}  // namespace sluice::reference::stages
