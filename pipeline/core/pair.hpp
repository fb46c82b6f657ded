// Double-double arithmetic: numbers with about 106 bits, stored as the sum of two doubles. For sums that are
// subtracted from each other, where a double would lose too many digits. kernels/pair.clh is the same on
// devices.
#pragma once

#include "pipeline/core/table.hpp"

#include <cmath>

namespace sluice {

struct Pair {
    double high = 0, low = 0;

    double value() const { return high + low; }
};

inline Pair pair_of(double a, double b) {  // Knuth's two-sum
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
inline Pair pair_of(Int128 n) {
    const auto high = static_cast<double>(n);
    return pair_of(high, static_cast<double>(n - static_cast<Int128>(high)));
}
inline bool operator<(const Pair& a, const Pair& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}
inline Pair operator-(const Pair& a) { return {-a.high, -a.low}; }
inline Pair operator+(const Pair& a, const Pair& b) {
    const Pair sum = pair_of(a.high, b.high);
    return pair_of(sum.high, sum.low + (a.low + b.low));
}
inline Pair operator*(const Pair& a, const Pair& b) {
    const double product = a.high * b.high;
    return pair_of(product, std::fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high));
}
inline Pair operator/(const Pair& a, const Pair& b) {
    const double first = a.high / b.high;
    const Pair rest = a + -(b * Pair{first, 0});
    const double second = rest.high / b.high;
    const Pair left = rest + -(b * Pair{second, 0});
    return pair_of(first, second) + Pair{left.high / b.high, 0};
}

}  // namespace sluice
