// Whether two images have the same samples.
#pragma once

#include "tests/reference/compare.hpp"

namespace sluice::test {

inline bool same(const ConstHostView& a, const HostImage& b) {
    return reference::compare(a, b.view()).none();
}
inline bool same(const HostImage& a, const HostImage& b) { return same(a.view(), b); }

}  // namespace sluice::test
