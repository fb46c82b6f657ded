#include "pipeline/core/host_image.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

using namespace sluice;

namespace {

// By the definition of IEEE 754 binary16, in steps of its own.
double half_value(std::uint32_t bits) {
    const double sign = (bits & 0x8000u) != 0 ? -1 : 1;
    const int exponent = static_cast<int>(bits >> 10 & 31u);
    const double fraction = (bits & 0x3FFu) / 1024.0;
    if (exponent == 0) return sign * fraction * std::pow(2.0, -14);
    return sign * (1 + fraction) * std::pow(2.0, exponent - 15);
}

bool is_nan(std::uint32_t half) { return (half & 0x7C00u) == 0x7C00u && (half & 0x3FFu) != 0; }

}  // namespace

TEST_CASE("all 65536 halves become the right float and come back") {
    std::size_t wrong_values = 0;
    std::size_t wrong_returns = 0;
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = half_to_float(half);
        if (is_nan(bits)) {
            wrong_values += !std::isnan(value);
            wrong_returns += !is_nan(float_to_half(value));
            continue;
        }
        const bool infinite = (bits & 0x7FFFu) == 0x7C00u;
        const double right =
            infinite ? std::copysign(std::numeric_limits<double>::infinity(), bits == 0x7C00u ? 1 : -1)
                     : half_value(bits);
        wrong_values += static_cast<double>(value) != right || std::signbit(value) != ((bits & 0x8000u) != 0);
        wrong_returns += float_to_half(value) != half;
    }
    CHECK(wrong_values == 0);
    CHECK(wrong_returns == 0);
}

TEST_CASE("a float between two halves goes to the nearer one, a tie to the even one") {
    std::size_t wrong = 0;
    for (std::uint32_t bits = 0; bits < 0x7BFFu; ++bits) {  // every pair of finite neighbours
        const auto low = static_cast<std::uint16_t>(bits);
        const auto high = static_cast<std::uint16_t>(bits + 1);
        const float tie = (half_to_float(low) + half_to_float(high)) / 2;  // exact: a float has 13 bits more
        wrong += float_to_half(tie) != (bits % 2 == 0 ? low : high);
        wrong += float_to_half(std::nextafter(tie, 0.0f)) != low;
        wrong += float_to_half(std::nextafter(tie, 1e9f)) != high;
        wrong += float_to_half(-tie) != ((bits % 2 == 0 ? low : high) | 0x8000);
    }
    CHECK(wrong == 0);
}

TEST_CASE("floats beyond the halves become infinite, tiny ones zero with their sign") {
    CHECK(float_to_half(65519.0f) == 0x7BFF);
    CHECK(float_to_half(65520.0f) == 0x7C00);
    CHECK(float_to_half(-1e30f) == 0xFC00);
    CHECK(float_to_half(std::numeric_limits<float>::infinity()) == 0x7C00);
    CHECK(float_to_half(std::ldexp(1.0f, -25)) == 0x0000);  // a tie between 0 and the smallest
    CHECK(float_to_half(std::ldexp(1.5f, -25)) == 0x0001);
    CHECK(float_to_half(-std::numeric_limits<float>::denorm_min()) == 0x8000);
    CHECK(float_to_half(0.0f) == 0x0000);
    CHECK(float_to_half(-0.0f) == 0x8000);
}

TEST_CASE("a new image is black, packed and its copies are deep") {
    HostImage image({5, 3, 3, Pixel::u16});
    CHECK(image.pitch() == 5 * 3 * 2);
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t i = 0; i < 15; ++i) CHECK(image.as<std::uint16_t>(y)[i] == 0);
    HostImage copy = image;
    set_sample(copy.view(), 4, 2, 1, 500);
    CHECK(sample(copy.view(), 4, 2, 1) == 500);
    CHECK(copy.as<std::uint16_t>(2)[4 * 3 + 1] == 500);
    CHECK(sample(image.view(), 4, 2, 1) == 0);
    CHECK(HostImage().format() == ImageFormat());
}

TEST_CASE("samples of every pixel type are stored and read back") {
    struct Case {
        Pixel pixel;
        std::vector<double> values;
    };
    const Case cases[] = {{Pixel::u8, {0, 255}},
                          {Pixel::i8, {-128, 127}},
                          {Pixel::u16, {0, 65535}},
                          {Pixel::i16, {-32768, 32767}},
                          {Pixel::i32, {-2147483648.0, 2147483647.0}},
                          {Pixel::f16, {-65504, 0, 0.333251953125}},
                          {Pixel::f32, {-1.5, 0.25, 3.0e38f}},
                          {Pixel::f64, {-1e300, 0.1}}};
    for (const Case& c : cases) {
        CAPTURE(name(c.pixel));
        HostImage image({3, 2, 4, c.pixel});
        for (const double value : c.values) {
            set_sample(image.view(), 1, 1, 2, value);
            CHECK(sample(image.view(), 1, 1, 2) == value);
            CHECK(sample(image.view(), 1, 1, 1) == 0);
            CHECK(sample(image.view(), 1, 1, 3) == 0);
        }
    }
}

TEST_CASE("a view with padded rows finds its samples") {
    std::vector<std::uint8_t> memory(3 * 16, 9);
    const HostView view{{4, 3, 3, Pixel::u8}, memory.data(), 16};
    set_sample(view, 3, 2, 2, 200);
    CHECK(memory[2 * 16 + 11] == 200);
    const ConstHostView same = view;
    CHECK(sample(same, 3, 2, 2) == 200);
    CHECK(sample(same, 0, 1, 0) == 9);
}

TEST_CASE("a view without pixels or with too small a pitch is unusable") {
    const ImageFormat format{10, 3, 3, Pixel::u16};
    const HostImage image(format);
    CHECK(unusable(image.view()) == "");
    CHECK(unusable({format, image.row(0), 61}) == "");
    CHECK(unusable({format, image.row(0), 59}).find("60") != std::string::npos);
    CHECK(unusable({format, nullptr, 60}).find("null pointer") != std::string::npos);
    CHECK(unusable({{0, 3, 3, Pixel::u16}, nullptr, 0}) == "");
}
