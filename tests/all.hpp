// Tests take samples where cases multiply; `./dev test --all` takes them all.
#pragma once

#include <cstdlib>

namespace sluice::test {

inline bool takes_all() { return std::getenv("SLUICE_TEST_ALL") != nullptr; }

}  // namespace sluice::test
