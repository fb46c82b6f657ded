// Division of counts that rounds up: how many parts of size `b` hold `a`.
#pragma once

namespace sluice {

// REQUIRES: b > 0, and a + b - 1 fits into T.
template <class T>
constexpr T ceil_div(T a, T b) {
    return (a + b - 1) / b;
}

}  // namespace sluice
