// The pictures of flat blocks in tests/data/io, which codecs with loss keep well.
#pragma once

#include "tests/io/known_image.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace known {

// The largest difference between the middles of the blocks of `is`, 80x48, and what they are to be by 255ths
// of white.
inline double block_error(const sluice::ConstHostView& is, const std::vector<Value>& right) {
    double most = 0;
    const double unit = is.format.white_value() / 255;
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x)
            for (std::size_t c = 0; c < right.size(); ++c) {
                const double value = sample(is, 16 * x + 8, 16 * y + 8, static_cast<int>(c)) / unit;
                most = std::max(most, std::abs(value - right[c](x, y)));
            }
    return most;
}

// An image of 80x48 of such blocks, to be written.
inline HostImage blocks(const std::vector<Value>& values, Pixel pixel = Pixel::u8) {
    const double unit = sluice::default_white(pixel) / 255;
    std::vector<Value> large;
    for (const Value& value : values)
        large.push_back([=](std::size_t x, std::size_t y) { return value(x / 16, y / 16) * unit; });
    ImageFormat format;
    format.width = 80;
    format.height = 48;
    return image(large, pixel, format);
}

inline double decibels(const sluice::ConstHostView& a, const sluice::ConstHostView& b) {
    double squares = 0, count = 0;
    for (std::size_t y = 0; y < a.format.height; ++y)
        for (std::size_t x = 0; x < a.format.width; ++x)
            for (int c = 0; c < a.format.channels; ++c, ++count) {
                const double off = sample(a, x, y, c) - sample(b, x, y, c);
                squares += off * off;
            }
    const double white = a.format.white_value();
    return 10 * std::log10(white * white * count / squares);
}

// What an error says of such bytes, or "".
inline std::string refusal(const std::string& bytes, const sluice::ReadOptions& options = {}) {
    return error_of([&] { sluice::read(sluice::as_bytes(bytes), "x", options); });
}

inline HostImage page_of(const std::string& bytes, int page, std::vector<std::string>* said = nullptr) {
    sluice::ReadOptions options;
    options.page = page;
    return sluice::read(sluice::as_bytes(bytes), "x", options, [&](const std::string& text) {
        if (said != nullptr) said->push_back(text);
    });
}

// The values of the second frames and pages: red and blue are each other's.
inline std::vector<Value> bgr() { return {blue, green, red}; }

}  // namespace known
