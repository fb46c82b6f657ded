#include "pipeline/core/format.hpp"
#include "tests/grey_alpha.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

using namespace sluice;

namespace {

constexpr Pixel all_pixels[] = {Pixel::u8,  Pixel::i8,  Pixel::u16, Pixel::i16,
                                Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64};

}  // namespace

TEST_CASE("names of pixel types and spaces read back") {
    for (const Pixel pixel : all_pixels) CHECK(from_name<Pixel>(name(pixel)) == pixel);
    for (const Space space : {Space::encoded, Space::linear, Space::data})
        CHECK(from_name<Space>(name(space)) == space);
    CHECK_FALSE(from_name<Pixel>("u32").has_value());
    CHECK_FALSE(from_name<Pixel>("").has_value());
    CHECK_FALSE(from_name<Space>("srgb").has_value());
}

TEST_CASE("signed integers, and the real numbers that hold all values of a type") {
    for (const Pixel pixel : {Pixel::i8, Pixel::i16, Pixel::i32}) CHECK(is_signed_integer(pixel));
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f16, Pixel::f32, Pixel::f64})
        CHECK_FALSE(is_signed_integer(pixel));
    for (const Pixel pixel : all_pixels)
        CHECK(real_of(pixel) == (pixel == Pixel::i32 || pixel == Pixel::f64 ? Pixel::f64 : Pixel::f32));
}

TEST_CASE("the limits of each pixel type are those of its C++ type") {
    CHECK(highest(Pixel::u8) == std::numeric_limits<std::uint8_t>::max());
    CHECK(lowest(Pixel::i8) == std::numeric_limits<std::int8_t>::min());
    CHECK(highest(Pixel::i8) == std::numeric_limits<std::int8_t>::max());
    CHECK(highest(Pixel::u16) == std::numeric_limits<std::uint16_t>::max());
    CHECK(lowest(Pixel::i16) == std::numeric_limits<std::int16_t>::min());
    CHECK(lowest(Pixel::i32) == std::numeric_limits<std::int32_t>::min());
    CHECK(highest(Pixel::i32) == std::numeric_limits<std::int32_t>::max());
    CHECK(bytes(Pixel::f16) == 2);
    CHECK(bytes(Pixel::i32) == sizeof(std::int32_t));
    CHECK(bytes(Pixel::f64) == sizeof(double));
    for (const Pixel pixel : all_pixels) {
        CAPTURE(name(pixel));
        CHECK(is_integer(pixel) == (name(pixel)[0] != 'f'));
        CHECK(is_signed(pixel) == (name(pixel)[0] != 'u'));
        CHECK(default_white(pixel) == (is_integer(pixel) ? highest(pixel) : 1.0));
    }
}

TEST_CASE("a natural texel has one lane or four of the pixel's type, and none holds f64") {
    CHECK(natural_texel({1, 1, 1, Pixel::u8}) == "R/UNSIGNED_INT8");
    CHECK(natural_texel({1, 1, 2, Pixel::i16}) == "RGBA/SIGNED_INT16");
    CHECK(natural_texel({1, 1, 3, Pixel::f16}) == "RGBA/HALF_FLOAT");
    CHECK(natural_texel({1, 1, 4, Pixel::i32}) == "RGBA/SIGNED_INT32");
    CHECK(natural_texel({1, 1, 1, Pixel::f32}) == "R/FLOAT");
    CHECK(natural_texel({1, 1, 1, Pixel::f64}).empty());
    CHECK(ImageFormat{1, 1, 3, Pixel::f16}.lane_bytes() == 8);
}

TEST_CASE("white is that of the pixel type unless it is given") {
    ImageFormat format{4, 4, 1, Pixel::u16};
    CHECK(format.white_value() == 65535);
    CHECK(format.range_low() == 0);
    CHECK(format.range_high() == 65535);
    format.white = 1023;
    CHECK(format.range_high() == 1023);
    format = {4, 4, 1, Pixel::i8};
    CHECK(format.range_low() == -128);
    CHECK(format.range_high() == 127);
    format = {4, 4, 1, Pixel::f32};
    CHECK(format.range_low() == 0);
    CHECK(format.range_high() == 1);
}

TEST_CASE("channels are named and counted, alpha apart") {
    const auto names = [](int channels, bool colors_only) {
        return grey_alpha({1, 1, channels}).channel_names(colors_only);
    };
    using Names = std::vector<std::string>;
    CHECK(names(1, false) == Names{"Y"});
    CHECK(names(2, false) == Names{"Y", "A"});
    CHECK(names(2, true) == Names{"Y"});
    CHECK(names(3, false) == Names{"R", "G", "B"});
    CHECK(names(4, false) == Names{"R", "G", "B", "A"});
    CHECK(names(4, true) == Names{"R", "G", "B"});
    for (int channels = 1; channels <= 4; ++channels) {
        const ImageFormat format = grey_alpha({1, 1, channels});
        CHECK(format.has_alpha() == (channels % 2 == 0));
        CHECK(format.colors() == (channels < 3 ? 1 : 3));
        CHECK(format.lanes() == (channels == 1 ? 1 : 4));
    }
}

TEST_CASE("two channels are data unless the format says that they are grey and alpha") {
    const ImageFormat flow{1, 1, 2, Pixel::f32};
    CHECK_FALSE(flow.has_alpha());
    CHECK(flow.colors() == 2);
    CHECK(flow.lanes() == 4);
    CHECK(flow.channel_names() == std::vector<std::string>{"R", "G"});
    CHECK(flow.channel_names(true) == flow.channel_names());
    CHECK(flow.text() == "1x1 f32 x2");
    CHECK(grey_alpha({1, 1, 2}).text() == "1x1 u8 x2 with alpha");
}

TEST_CASE("sizes do not overflow 32 bits") {
    ImageFormat format{60000, 60000, 4, Pixel::u16};
    CHECK(format.pixels() == 3'600'000'000u);
    CHECK(format.host_bytes() == 28'800'000'000u);
    format.layers = 3;
    CHECK(format.host_bytes() == 86'400'000'000u);
}

TEST_CASE("a format is written shortly, with what is unusual about it") {
    ImageFormat format{640, 480, 3, Pixel::u8};
    CHECK(format.text() == "640x480 u8 x3");
    format.space = Space::linear;
    format.order = Order::bgr;
    format.pixel = Pixel::u16;
    format.white = 1023;
    format.layers = 5;
    CHECK(format.text() == "640x480 u16 x3 linear bgr white 1023 5 layers");
    format.white = 65535;
    CHECK(format.text() == "640x480 u16 x3 linear bgr 5 layers");
}
