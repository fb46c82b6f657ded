// Numbers that tests put among others.
#pragma once

#include <limits>

namespace sluice::test {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace sluice::test
