#include "tests/reference/random_image.hpp"
#include "tests/reference/wrong_peers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sluice::reference {
namespace {

// Filled row by row through a typed pointer: these images are large.
template <class T>
HostImage grey(std::size_t width, std::size_t height, Pixel pixel, const std::function<T()>& next) {
    HostImage image({width, height, 1, pixel});
    for (std::size_t y = 0; y < height; ++y) std::generate(image.as<T>(y), image.as<T>(y) + width, next);
    return image;
}

ExpectedStatistics constant(double v) { return {v, v, v, 0, 0, 0}; }

// Normal numbers stay within 2 sqrt(3) deviations: see Random::normal. min and max are not known beforehand.
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

HostImage three_channels() {
    return image_of({16, 16, 3, Pixel::u8}, [](std::size_t x, std::size_t row, int c) {
        const bool inside = x >= 4 && x < 12 && row >= 4 && row < 12;
        return inside ? 100.0 + 10 * c + static_cast<double>(x % 2) : c == 0 ? 0 : 255;
    });
}

HostImage middle_of_three_channels() {
    return image_of({16, 16, 1, Pixel::u8}, [](std::size_t x, std::size_t row, int) {
        return x >= 4 && x < 12 && row >= 4 && row < 12 ? 255 : 0;
    });
}

}  // namespace

std::vector<WrongStatistics> wrong_statistics() {
    std::vector<WrongStatistics> all;
    all.push_back(
        {"a 16-bit constant 65535, 512 x 512",
         "OpenCV UMat: mean -1",
         [] { return grey<std::uint16_t>(512, 512, Pixel::u16, [] { return std::uint16_t{65535}; }); },
         {},
         {constant(65535)}});
    all.push_back({"16 bits, 24 million pixels, N(20000, 6000)",
                   "OpenCV UMat: mean -40.6, std 20882.9",
                   [] {
                       Random random(2);
                       return grey<std::uint16_t>(6000, 4000, Pixel::u16, [&random] {
                           return static_cast<std::uint16_t>(std::lrint(20000 + 6000 * random.normal()));
                       });
                   },
                   {},
                   {{unknown, unknown, 20000, 6.2, 6000, 4.4}}});
    all.push_back({"an 8-bit constant 255, 6000 x 6000",
                   "OpenCV UMat: mean 16.4",
                   [] { return grey<std::uint8_t>(6000, 6000, Pixel::u8, [] { return std::uint8_t{255}; }); },
                   {},
                   {constant(255)}});
    all.push_back({"8 bits, 200, 201 and 202 equally often, 4096 x 4096",
                   "OpenCV UMat: std 0.39",
                   [] {
                       std::uint8_t v = 199;
                       return grey<std::uint8_t>(4096, 4096, Pixel::u8, [&v] {
                           v = v == 202 || v == 199 ? std::uint8_t{200} : static_cast<std::uint8_t>(v + 1);
                           return v;
                       });
                   },
                   {},
                   {{200, 202, 201, 1e-7, std::sqrt(2.0 / 3), 1e-7}}});
    all.push_back({"floats N(10000, 1)",
                   "OpenCV UMat: std 1.33",
                   [] {
                       Random random(3);
                       return grey<float>(2048, 2048, Pixel::f32,
                                          [&random] { return static_cast<float>(10000 + random.normal()); });
                   },
                   {},
                   {{unknown, unknown, 10000, 2.5e-3, 1, 1.5e-3}}});
    all.push_back(
        {"three channels with a mask",
         "OpenCV: minMaxLoc throws",
         three_channels,
         middle_of_three_channels,
         {{100, 101, 100.5, 0, 0.5, 0}, {110, 111, 110.5, 0, 0.5, 0}, {120, 121, 120.5, 0, 0.5, 0}}});
    return all;
}

}  // namespace sluice::reference
