// Samples as numbers, the one step by which every stage stores a number, and luma.
//
// Everything in tests/reference is the oracle of what devices compute: written from the rules alone,
// slow, obvious, in long double (64 bits of mantissa) or in exact integers. It knows nothing of kernels.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/core/table.hpp"  // Int128

#include <cstddef>
#include <limits>

namespace sluice::reference {

using Real = long double;
constexpr double infinity = std::numeric_limits<double>::infinity();

// The sample of a channel counted R, G, B, A (or Y, A) whatever the order in memory. `row` counts through
// all layers: layer * height + y.
double value(const ConstHostView& image, std::size_t x, std::size_t row, int channel);
void set_value(const HostView& image, std::size_t x, std::size_t row, int channel, double value);

std::size_t rows(const ImageFormat& format);  // of all layers together

// numerator / denominator rounded to the nearest integer, halves to the even one. denominator > 0.
Int128 rounded(Int128 numerator, Int128 denominator);

// What a sink stores of a number. Integers: NaN becomes `nan_value`, halves round to even, the type's range
// saturates. Floats: the nearest one; NaN and the infinities pass (f16 is rounded from f32).
double stored(Real number, Pixel pixel, double nan_value = 0);

// Copies the samples of a channel in rows [first, last) bit for bit; both images have the same pixel type.
void copy_channel(const ConstHostView& src, const HostView& dst, int channel, std::size_t first,
                  std::size_t last);

// 0.2126 R + 0.7152 G + 0.0722 B of the values given; a grey pixel's own value.
Real luma(const ConstHostView& image, std::size_t x, std::size_t row);
// The same times 10000, exactly. Integer pixel types only.
Int128 luma_10000(const ConstHostView& image, std::size_t x, std::size_t row);

}  // namespace sluice::reference
