#include "pipeline/plan/primitives/whole_sums.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {
namespace {

bool adds_up(const Taps& taps) {
    return taps.even &&
           std::all_of(taps.weights.begin(), taps.weights.end(), [](double weight) { return weight == 1; });
}

}  // namespace

std::optional<WholeSums> whole_sums(const Separable& taps, bool doubles) {
    if (!taps.whole || !adds_up(taps.columns) || !adds_up(taps.rows)) return std::nullopt;
    WholeSums sums{taps.columns.count, taps.rows.count, taps.columns.first[0], taps.rows.first[0]};
    const auto count = static_cast<double>(sums.columns * sums.rows);
    const double low = count * static_cast<double>(taps.whole->first);
    const double high = count * static_cast<double>(taps.whole->end - 1);
    const double size = std::max(std::fabs(low), std::fabs(high));
    if (size >= std::ldexp(1.0, 62)) return std::nullopt;
    const bool one_is_int = static_cast<double>(taps.whole->end) < std::ldexp(1.0, 31);
    if (size < std::ldexp(1.0, 31))
        sums.type = SumType::i32;
    else if (low >= 0 && size < std::ldexp(1.0, 32) && one_is_int)
        sums.type = SumType::u32;
    sums.exact = size <= std::ldexp(1.0, doubles ? 53 : 24);
    return sums;
}

}  // namespace sluice
