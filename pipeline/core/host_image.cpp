#include "pipeline/core/host_image.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/format_fault.hpp"
#include "pipeline/core/unaligned.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sluice {
namespace {

template <class T>
void put(std::byte* at, T value) {
    std::memcpy(at, &value, sizeof value);
}

std::size_t offset(const ConstHostView& view, std::size_t x, int channel) {
    const auto c = static_cast<std::size_t>(channel);
    const std::size_t sample = bytes(view.format.pixel);
    return x * view.step() * sample + c * (view.in_planes() ? view.plane : sample);
}

const ImageFormat& possible(const ImageFormat& format) {
    if (const std::string fault = memory_fault(format); !fault.empty())
        throw Error(Error::Kind::usage, "image", fault);
    return format;
}

// Bytes of a row without what lies between rows.
std::size_t row_bytes(const ConstHostView& view) {
    return view.format.width * view.step() * bytes(view.format.pixel);
}

std::string unusable_planes(const ConstHostView& view, std::size_t plane) {
    if (view.lanes != 0) return "a view of planes has `lanes` 0, not " + std::to_string(view.lanes);
    if (view.plane < plane)
        return "planes that are " + std::to_string(view.plane) + " bytes apart overlap: each has " +
               std::to_string(plane);
    return span_of_rows(static_cast<std::size_t>(view.format.channels), view.plane, plane)
               ? ""
               : "its planes have more bytes than can be addressed";
}

}  // namespace

std::string unusable(const ConstHostView& view) {
    if (std::string fault = memory_fault(view.format); !fault.empty()) return fault;
    if (view.format.host_bytes() == 0) return "";
    if (view.data == nullptr) return "its data is a null pointer";
    if (view.lanes != 0 && view.lanes != view.format.channels &&
        (view.format.channels != 3 || view.lanes != 4))
        return std::to_string(view.format.channels) + " channels in " + std::to_string(view.lanes) +
               " lanes; only three channels may be padded to four";
    const std::size_t row = row_bytes(view);
    if (view.pitch < row)
        return "a pitch of " + std::to_string(view.pitch) + " bytes is less than its rows of " +
               std::to_string(row);
    const auto span = span_of_rows(view.format.rows(), view.pitch, row);
    if (!span)
        return std::to_string(view.format.rows()) + " rows " + std::to_string(view.pitch) +
               " bytes apart have more bytes than can be addressed";
    return view.in_planes() ? unusable_planes(view, *span) : "";
}

std::size_t span_bytes(const ConstHostView& view) {
    const std::size_t planes = view.in_planes() ? static_cast<std::size_t>(view.format.channels) - 1 : 0;
    return planes * view.plane + (view.format.rows() - 1) * view.pitch + row_bytes(view);
}

HostImage::HostImage(const ImageFormat& format) : HostImage(format, Destination{}) { clear(); }

HostImage::HostImage(const ImageFormat& format, const Destination& destination)
    : format_(possible(format)),
      layout_(destination.layout),
      lanes_(format.channels),
      pixels_(PageAllocator<std::byte>(destination.memory)) {
    const bool device = destination.layout == Layout::device && format.channels != 2;
    if (device) lanes_ = format.lanes();
    pitch_ = device ? format.device_pitch() : row_bytes(view());
    pixels_.resize(pitch_ * format.rows());
}

void HostImage::clear() { std::fill(pixels_.begin(), pixels_.end(), std::byte{0}); }

double sample(const ConstHostView& image, std::size_t x, std::size_t y, int channel) {
    const std::byte* at = image.row(y) + offset(image, x, channel);
    switch (image.format.pixel) {
        case Pixel::u8: return unaligned<std::uint8_t>(at);
        case Pixel::i8: return unaligned<std::int8_t>(at);
        case Pixel::u16: return unaligned<std::uint16_t>(at);
        case Pixel::i16: return unaligned<std::int16_t>(at);
        case Pixel::i32: return unaligned<std::int32_t>(at);
        case Pixel::f16: return half_to_float(unaligned<std::uint16_t>(at));
        case Pixel::f32: return unaligned<float>(at);
        case Pixel::f64: return unaligned<double>(at);
    }
    return 0;
}

void set_sample(const HostView& image, std::size_t x, std::size_t y, int channel, double value) {
    std::byte* at = image.row(y) + offset(image, x, channel);
    switch (image.format.pixel) {
        case Pixel::u8: return put(at, static_cast<std::uint8_t>(value));
        case Pixel::i8: return put(at, static_cast<std::int8_t>(value));
        case Pixel::u16: return put(at, static_cast<std::uint16_t>(value));
        case Pixel::i16: return put(at, static_cast<std::int16_t>(value));
        case Pixel::i32: return put(at, static_cast<std::int32_t>(value));
        case Pixel::f16: return put(at, float_to_half(static_cast<float>(value)));
        case Pixel::f32: return put(at, static_cast<float>(value));
        case Pixel::f64: return put(at, value);
    }
}

float half_to_float(std::uint16_t bits) {
    const float sign = (bits & 0x8000u) != 0 ? -1.0f : 1.0f;
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 0x3FF;
    if (exponent == 31)
        return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                             : sign * std::numeric_limits<float>::infinity();
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
    return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

std::uint16_t float_to_half(float value) {
    const auto sign = static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(value) >> 16) & 0x8000u);
    if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7E00u);
    const float magnitude = std::fabs(value);
    if (magnitude == 0) return sign;
    if (magnitude >= 65520.0f) return static_cast<std::uint16_t>(sign | 0x7C00u);
    int exponent = 0;
    std::frexp(magnitude, &exponent);                // magnitude = m * 2^exponent, 0.5 <= m < 1
    const int scale = std::max(exponent - 11, -24);  // the weight of the last bit kept
    const auto steps = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, -scale)));
    // A normal number has 1024 <= steps <= 2048; adding lets a carry move into the exponent.
    const std::uint32_t bits = scale == -24 ? steps : (static_cast<std::uint32_t>(scale + 24) << 10) + steps;
    return static_cast<std::uint16_t>(sign | bits);
}

}  // namespace sluice
