// A range of code values.
#pragma once

namespace sluice {

// Both ends included; infinite where there is no bound.
struct ValueRange {
    double low = 0, high = 0;
    bool operator==(const ValueRange&) const = default;
};

// The smallest range that holds both.
ValueRange hull(const ValueRange& a, const ValueRange& b);
// Where v * factor + offset lies.
ValueRange on_line(const ValueRange& range, double factor, double offset = 0);

}  // namespace sluice
