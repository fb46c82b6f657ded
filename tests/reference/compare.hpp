// Compares an image with the one that is right, and says in one line where and how far they differ.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <string>

namespace sluice::reference {

// A sample passes when it is within either bound.
struct Tolerance {
    double steps = 0;     // LSB of integers, ulp of the image's float type
    double absolute = 0;  // in code values
};

struct Difference {
    bool same_format = true;
    std::size_t samples = 0;    // all
    std::size_t different = 0;  // beyond the tolerance
    double max_steps = 0;       // of all samples; infinite where only one is NaN
    double max_absolute = 0;
    std::string
        text;  // "x 1, y 3, G: 17, expected 18; 5 of 300 samples differ, the largest difference is 1 LSB"

    bool none() const { return same_format && different == 0; }
};

// NaN equals NaN, -0 equals 0. Channels are matched by colour, so that rgb and bgr compare. Formats must
// agree in size, channels, layers, pixel type, space and white.
Difference compare(const ConstHostView& image, const ConstHostView& expected,
                   const Tolerance& tolerance = {});

// "" or where the first sample is whose bits differ, and how. Formats must be equal. NaN is NaN: which of its
// bit patterns an operation makes is the device's choice.
std::string bit_difference(const HostImage& image, const HostImage& expected);

// Steps from one number to the other: levels of an integer type, representable numbers of a float type.
double steps_between(double a, double b, Pixel pixel);

}  // namespace sluice::reference
