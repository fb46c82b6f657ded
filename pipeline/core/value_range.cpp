#include "pipeline/core/value_range.hpp"

#include <algorithm>

namespace sluice {

ValueRange hull(const ValueRange& a, const ValueRange& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

ValueRange on_line(const ValueRange& range, double factor, double offset) {
    if (factor == 0) return {offset, offset};  // also of what is infinite
    const double a = range.low * factor + offset, b = range.high * factor + offset;
    return {std::min(a, b), std::max(a, b)};
}

}  // namespace sluice
