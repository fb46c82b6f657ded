#include "pipeline/plan/primitives/bits_as_floats.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {

bool may_weigh_bits(const Taps& columns) {
    return std::all_of(columns.weights.begin(), columns.weights.end(), [](double weight) {
        return weight == 0 || (std::abs(weight) >= 0x1p-60 && std::abs(weight) < 2);
    });
}

}  // namespace sluice
