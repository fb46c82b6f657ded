#include "pipeline/plan/primitives/bits_as_floats.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {

bool may_weigh_bits(const Separable& taps) {
    const auto within = [](const Taps& axis, double least, double most) {
        return std::all_of(axis.weights.begin(), axis.weights.end(), [&](double weight) {
            return weight == 0 || (std::abs(weight) >= least && std::abs(weight) <= most);
        });
    };
    return within(taps.columns, 0x1p-60, 2) && within(taps.rows, 0x1p-60, 0x1p60);
}

}  // namespace sluice
