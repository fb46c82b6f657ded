#include "apps/edit/display.hpp"
#include "tests/reference/samples.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace sluice;
using namespace sluice::apps;

namespace {

struct Displayed {
    std::vector<int> rgba;
    bool stretched;
};

Displayed displayed(const HostImage& image) {
    std::string bytes;
    Displayed result{{}, false};
    to_rgba(image.view(), bytes, result.stretched);
    for (const char byte : bytes) result.rgba.push_back(static_cast<unsigned char>(byte));
    return result;
}

HostImage displayed_pixel(ImageFormat format, const std::vector<double>& samples) {
    format.width = format.height = 1;
    format.channels = static_cast<int>(samples.size());
    HostImage image(format);
    for (std::size_t i = 0; i < samples.size(); ++i)
        set_sample(image.view(), 0, 0, static_cast<int>(i), samples[i]);
    return image;
}

using DisplayedBytes = std::vector<int>;

}  // namespace

TEST_CASE("integers go from black to white of their range") {
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u8}, {7})).rgba == DisplayedBytes{7, 7, 7, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u8}, {1, 2, 3})).rgba == DisplayedBytes{1, 2, 3, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u8, .order = Order::bgr}, {1, 2, 3})).rgba ==
          DisplayedBytes{3, 2, 1, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u8}, {1, 2, 3, 4})).rgba == DisplayedBytes{1, 2, 3, 4});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u8, .grey_alpha = true}, {9, 4})).rgba ==
          DisplayedBytes{9, 9, 9, 4});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u16}, {0, 32768, 65535})).rgba ==
          DisplayedBytes{0, 128, 255, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u16, .white = 1023}, {0, 1023, 2000})).rgba ==
          DisplayedBytes{0, 255, 255, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::i8}, {-128, 127, 0})).rgba ==
          DisplayedBytes{0, 255, 128, 255});
}

TEST_CASE("floats are clipped a little, stretched if they go far, and never undefined") {
    const Displayed plain = displayed(displayed_pixel({.pixel = Pixel::f32}, {0, 0.5, 1.01}));
    CHECK(plain.rgba == DisplayedBytes{0, 128, 255, 255});
    CHECK(!plain.stretched);
    const Displayed far = displayed(displayed_pixel({.pixel = Pixel::f32}, {-10, 0, 10}));
    CHECK(far.rgba == DisplayedBytes{0, 128, 255, 255});
    CHECK(far.stretched);
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    CHECK(displayed(displayed_pixel({.pixel = Pixel::f32}, {nan, inf, -inf})).rgba ==
          DisplayedBytes{0, 255, 0, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::f64}, {nan})).rgba == DisplayedBytes{0, 0, 0, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::f16}, {0.5})).rgba ==
          DisplayedBytes{128, 128, 128, 255});
}

TEST_CASE("linear light is encoded, plain numbers are not") {
    // IEC 61966-2-1: 0.2140411 is half of the encoded range.
    CHECK(displayed(displayed_pixel({.pixel = Pixel::f32, .space = Space::linear}, {0.2140411, 0, 1})).rgba ==
          DisplayedBytes{128, 0, 255, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::u16, .space = Space::linear}, {14027})).rgba ==
          DisplayedBytes{128, 128, 128, 255});
    CHECK(displayed(displayed_pixel({.pixel = Pixel::f32, .space = Space::data}, {0.25})).rgba ==
          DisplayedBytes{64, 64, 64, 255});
}
