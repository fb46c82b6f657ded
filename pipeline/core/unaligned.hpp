// A value that lies anywhere in memory.
#pragma once

#include <cstddef>
#include <cstring>

namespace sluice {

template <class T>
T unaligned(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

}  // namespace sluice
