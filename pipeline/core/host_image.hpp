// Pixels in host memory: an owning image, and views of rows that somebody else owns.
#pragma once

#include "pipeline/core/format.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

// A view of rows; `pitch` is the distance of two rows in bytes. Samples of a pixel are adjacent, in
// format.order. Rows of layer k follow those of layer k-1. The memory stays its owner's.
struct ConstHostView {
    ImageFormat format;
    const void* data = nullptr;
    std::size_t pitch = 0;

    const std::byte* row(std::size_t y) const { return static_cast<const std::byte*>(data) + y * pitch; }
};

struct HostView {
    ImageFormat format;
    void* data = nullptr;
    std::size_t pitch = 0;

    std::byte* row(std::size_t y) const { return static_cast<std::byte*>(data) + y * pitch; }
    operator ConstHostView() const { return {format, data, pitch}; }
};

// Why a view cannot hold an image of its format (no pixels, too small a pitch), or "".
std::string unusable(const ConstHostView& view);

// What a file holds beside its pixels. Carried from input to output where the output can hold it.
struct Metadata {
    std::vector<std::uint8_t> icc;  // an ICC profile, as in the file
};

// An image that owns its pixels; rows are packed. Copies are deep.
class HostImage {
public:
    HostImage() = default;
    explicit HostImage(const ImageFormat& format);  // pixels are zero

    const ImageFormat& format() const { return format_; }
    std::size_t pitch() const;  // bytes of one row
    std::byte* row(std::size_t y) { return pixels_.data() + y * pitch(); }
    const std::byte* row(std::size_t y) const { return pixels_.data() + y * pitch(); }
    template <class T>
    T* as(std::size_t y) {
        return reinterpret_cast<T*>(row(y));
    }
    template <class T>
    const T* as(std::size_t y) const {
        return reinterpret_cast<const T*>(row(y));
    }

    HostView view() { return {format_, pixels_.data(), pitch()}; }
    ConstHostView view() const { return {format_, pixels_.data(), pitch()}; }

    Metadata metadata;

private:
    ImageFormat format_;
    std::vector<std::byte> pixels_;
};

// The sample at (x, y, channel) as a number; f16 is decoded. Slow: for tests and messages.
double sample(const ConstHostView& image, std::size_t x, std::size_t y, int channel);
// Stores a number that the pixel type holds exactly (a float is rounded to nearest even).
void set_sample(const HostView& image, std::size_t x, std::size_t y, int channel, double value);

float half_to_float(std::uint16_t bits);
std::uint16_t float_to_half(float value);  // nearest even

}  // namespace sluice
