#include "tests/reference/pixels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sluice::reference {
namespace {

int in_memory(const ImageFormat& format, int channel) {
    return format.order == Order::bgr && format.colors() == 3 && channel < 3 ? 2 - channel : channel;
}

Int128 integer(const ConstHostView& image, std::size_t x, std::size_t row, int channel) {
    return static_cast<Int128>(value(image, x, row, channel));
}

}  // namespace

double value(const ConstHostView& image, std::size_t x, std::size_t row, int channel) {
    return sample(image, x, row, in_memory(image.format, channel));
}

void set_value(const HostView& image, std::size_t x, std::size_t row, int channel, double value) {
    set_sample(image, x, row, in_memory(image.format, channel), value);
}

std::size_t rows(const ImageFormat& format) { return format.height * format.layers; }

Int128 rounded(Int128 numerator, Int128 denominator) {
    Int128 quotient = numerator / denominator;  // towards zero
    Int128 remainder = numerator % denominator;
    if (remainder < 0) {  // towards minus infinity from here on: 0 <= remainder < denominator
        quotient -= 1;
        remainder += denominator;
    }
    const bool odd = quotient % 2 != 0;
    if (2 * remainder > denominator || (2 * remainder == denominator && odd)) quotient += 1;
    return quotient;
}

double stored(Real number, Pixel pixel, double nan_value) {
    if (is_integer(pixel)) {
        if (std::isnan(number)) number = nan_value;
        // Cut off first: what is left fits into 64 bits, which is rounded several times as fast.
        const Real within =
            std::clamp(number, static_cast<Real>(lowest(pixel)), static_cast<Real>(highest(pixel)));
        return static_cast<double>(std::llrint(within));  // halves to even: the default mode
    }
    if (pixel == Pixel::f64) return static_cast<double>(number);
    const auto single = static_cast<float>(number);
    return pixel == Pixel::f16 ? half_to_float(float_to_half(single)) : single;
}

void copy_channel(const ConstHostView& src, const HostView& dst, int channel, std::size_t first,
                  std::size_t last) {
    const auto place = [channel](const ImageFormat& format, std::size_t x) {
        const int samples = static_cast<int>(x) * format.channels + in_memory(format, channel);
        return static_cast<std::size_t>(samples) * bytes(format.pixel);
    };
    for (std::size_t row = first; row < last; ++row)
        for (std::size_t x = 0; x < src.format.width; ++x)
            std::memcpy(dst.row(row) + place(dst.format, x), src.row(row) + place(src.format, x),
                        bytes(src.format.pixel));
}

Real luma(const ConstHostView& image, std::size_t x, std::size_t row) {
    if (image.format.colors() == 1) return value(image, x, row, 0);
    return (2126.0L * value(image, x, row, 0) + 7152.0L * value(image, x, row, 1) +
            722.0L * value(image, x, row, 2)) /
           10000;  // of integers the sum is exact, and grey pixels keep their value
}

Int128 luma_10000(const ConstHostView& image, std::size_t x, std::size_t row) {
    if (image.format.colors() == 1) return 10000 * integer(image, x, row, 0);
    return 2126 * integer(image, x, row, 0) + 7152 * integer(image, x, row, 1) +
           722 * integer(image, x, row, 2);
}

}  // namespace sluice::reference
