// A range of pixel values.
#pragma once

namespace sluice {

// Both ends are included. An end without a bound is infinite.
struct ValueRange {
    double low = 0, high = 0;
    bool operator==(const ValueRange&) const = default;
};

// The smallest range that contains both.
ValueRange hull(const ValueRange& a, const ValueRange& b);
// The range of v * factor + offset for v in `range`.
ValueRange on_line(const ValueRange& range, double factor, double offset = 0);

}  // namespace sluice
