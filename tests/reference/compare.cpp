#include "tests/reference/compare.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/plan/text.hpp"
#include "tests/reference/pixels.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>

namespace sluice::reference {
namespace {

// Floats counted in order: equal numbers get equal places, neighbours differ by 1.
Int128 place(double v, Pixel pixel) {
    std::uint64_t magnitude = 0;
    switch (pixel) {
        case Pixel::f16: magnitude = float_to_half(static_cast<float>(std::fabs(v))); break;
        case Pixel::f32: magnitude = std::bit_cast<std::uint32_t>(static_cast<float>(std::fabs(v))); break;
        default: magnitude = std::bit_cast<std::uint64_t>(std::fabs(v)); break;
    }
    return v < 0 ? -static_cast<Int128>(magnitude) : static_cast<Int128>(magnitude);
}

std::string hex(const std::byte* bytes, std::size_t count) {
    std::string text;
    for (std::size_t i = count; i-- > 0;) {
        constexpr const char* digits = "0123456789abcdef";
        const auto byte = std::to_integer<unsigned>(bytes[i]);
        text += {digits[byte >> 4], digits[byte & 15]};
    }
    return text;
}

bool same_format(const ImageFormat& a, const ImageFormat& b) {
    ImageFormat ordered = a;
    ordered.order = b.order;
    ordered.white = b.white;
    return ordered == b && a.white_value() == b.white_value();
}

}  // namespace

double steps_between(double a, double b, Pixel pixel) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    if (std::isnan(a) || std::isnan(b)) return infinity;
    if (is_integer(pixel)) return std::fabs(a - b);
    return std::fabs(static_cast<double>(place(a, pixel) - place(b, pixel)));
}

Difference compare(const ConstHostView& image, const ConstHostView& expected, const Tolerance& tolerance) {
    const ImageFormat& format = expected.format;
    Difference result;
    if (!same_format(image.format, format)) {
        result.same_format = false;
        result.text = "format " + image.format.text() + ", expected " + format.text();
        return result;
    }
    std::ostringstream first;
    for (std::size_t row = 0; row < rows(format); ++row) {
        for (std::size_t x = 0; x < format.width; ++x) {
            for (int c = 0; c < format.channels; ++c) {
                const double a = value(image, x, row, c), b = value(expected, x, row, c);
                ++result.samples;
                const double steps = steps_between(a, b, format.pixel);
                if (steps == 0) continue;
                const double absolute = std::isnan(a - b) ? infinity : std::fabs(a - b);
                result.max_steps = std::max(result.max_steps, steps);
                result.max_absolute = std::max(result.max_absolute, absolute);
                if (steps <= tolerance.steps || absolute <= tolerance.absolute) continue;
                if (result.different++ > 0) continue;
                if (format.layers > 1) first << "layer " << row / format.height << ", ";
                first << "x " << x << ", y " << row % format.height << ", "
                      << format.channel_names()[static_cast<std::size_t>(c)] << ": " << number_text(a)
                      << ", expected " << number_text(b);
            }
        }
    }
    std::ostringstream text;
    if (result.different > 0) text << first.str() << "; ";
    text << result.different << " of " << result.samples << " samples differ";
    if (result.different > 0 && (tolerance.steps > 0 || tolerance.absolute > 0)) text << " too much";
    text << ", the largest difference is ";
    text << result.max_steps << (is_integer(format.pixel) ? " LSB" : " ulp");
    if (!is_integer(format.pixel)) text << " and " << result.max_absolute;
    result.text = text.str();
    return result;
}

std::string bit_difference(const HostImage& image, const HostImage& expected) {
    if (!(image.format() == expected.format()))
        return image.format().text() + " and not " + expected.format().text();
    const ImageFormat& format = image.format();
    const std::size_t size = bytes(format.pixel), channels = static_cast<std::size_t>(format.channels);
    for (std::size_t row = 0; row < format.rows(); ++row)
        for (std::size_t i = 0; i < format.width * channels; ++i) {
            const std::byte *is = image.row(row) + i * size, *right = expected.row(row) + i * size;
            if (std::memcmp(is, right, size) == 0) continue;
            const int channel = static_cast<int>(i % channels);
            const double x = sample(image.view(), i / channels, row, channel),
                         y = sample(expected.view(), i / channels, row, channel);
            if (std::isnan(x) && std::isnan(y)) continue;
            return cat("x ", i / channels, ", row ", row, ", sample ", channel, ": ", number_text(x), " (",
                       hex(is, size), ") and not ", number_text(y), " (", hex(right, size), ")");
        }
    return "";
}

}  // namespace sluice::reference
