#include "pipeline/core/transfer.hpp"

#include <cmath>

namespace sluice {

double transferred(double v, Space to) {
    const double c = std::fabs(v);
    if (to == Space::linear)
        return std::copysign(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4), v);
    if (to == Space::encoded)
        return std::copysign(c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055, v);
    return v;
}

}  // namespace sluice
