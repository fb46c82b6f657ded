#include "apps/measure/noise.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>

namespace sluice::apps {
namespace {

template <class T>
void fill(HostImage& image, std::size_t rows, double low, double step) {
    const ImageFormat& format = image.format();
    const auto channels = static_cast<std::size_t>(format.channels);
    std::minstd_rand random(1);
    for (std::size_t y = 0; y < rows; ++y) {
        T* row = image.as<T>(y);
        for (std::size_t i = 0; i < format.width * channels; ++i)
            row[i] = static_cast<T>(low + step * (10.0 * static_cast<double>(i % channels) +
                                                  static_cast<double>((random() >> 8) % 180)));
    }
}

}  // namespace

HostImage noise(const ImageFormat& format) {
    HostImage image(format);
    const std::size_t rows = std::min<std::size_t>(format.rows(), 64);
    switch (format.pixel) {
        case Pixel::u8: fill<std::uint8_t>(image, rows, 20, 1); break;
        case Pixel::i8: fill<std::int8_t>(image, rows, -120, 1); break;
        case Pixel::u16: fill<std::uint16_t>(image, rows, 5000, 250); break;
        case Pixel::i16: fill<std::int16_t>(image, rows, -30000, 250); break;
        case Pixel::i32: fill<std::int32_t>(image, rows, -1e9, 9e6); break;
        case Pixel::f16: fill<std::uint16_t>(image, rows, 0x2000, 0x40); break;  // bits of halves
        case Pixel::f32: fill<float>(image, rows, 0.1, 0.004); break;
        case Pixel::f64: fill<double>(image, rows, 0.1, 0.004); break;
    }
    for (std::size_t y = rows; y < format.rows(); ++y)
        std::memcpy(image.row(y), image.row(y % rows), format.host_bytes() / format.rows());
    return image;
}

}  // namespace sluice::apps
