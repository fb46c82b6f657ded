// A 16-bit float of a row of pixels, which becomes the other floats as one of C++ does.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstdint>

namespace sluice {

struct Half {
    std::uint16_t bits;
    explicit operator float() const { return half_to_float(bits); }
    explicit operator double() const { return static_cast<double>(half_to_float(bits)); }
};

}  // namespace sluice
