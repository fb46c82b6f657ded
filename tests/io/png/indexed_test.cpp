// PNGs of a palette.
#include "tests/io/known_image.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

using namespace sluice;
using known::difference;

namespace {

using File = std::vector<std::uint8_t>;

File with_colors(const HostImage& image, std::int64_t colors, bool diffuse = true, const Warn& warn = {}) {
    return encode("png", image.view(), {},
                  {{"colors", colors}, {"palette_dither", std::string(diffuse ? "diffusion" : "none")}},
                  warn);
}
int bits_of(const File& png) { return png.at(24); }
int kind_of(const File& png) { return png.at(25); }  // 3 is a palette

std::size_t colours_in(const HostImage& image) {
    std::set<std::tuple<double, double, double>> all;
    for (std::size_t y = 0; y < image.format().height; ++y)
        for (std::size_t x = 0; x < image.format().width; ++x)
            all.emplace(sample(image.view(), x, y, 0), sample(image.view(), x, y, 1),
                        sample(image.view(), x, y, 2));
    return all.size();
}

// As many colours as are asked for, at places that are no power of 2 wide.
HostImage of_colours(std::size_t count) {
    const known::Value index = [count](std::size_t x, std::size_t y) {
        return static_cast<double>((x + 3 * y) % count * 255 / std::max<std::size_t>(count - 1, 1));
    };
    const known::Value other = [](std::size_t, std::size_t) { return 40.0; };
    return known::image({index, other, other}, Pixel::u8, {37, 21});
}
HostImage photograph() {
    const known::Value a = [](std::size_t x, std::size_t) { return static_cast<double>(x * 4 % 256); };
    const known::Value b = [](std::size_t, std::size_t y) { return static_cast<double>(y * 4 % 256); };
    const known::Value c = [](std::size_t x, std::size_t y) {
        return static_cast<double>((x + y) * 2 % 256);
    };
    return known::image({a, b, c}, Pixel::u8, {64, 64});
}

}  // namespace

TEST_CASE("colours that fit a palette are kept, in as few bits as they need") {
    for (const auto& [count, bits] :
         {std::pair(1, 1), {2, 1}, {3, 2}, {4, 2}, {5, 4}, {16, 4}, {17, 8}, {256, 8}}) {
        CAPTURE(count);
        const HostImage image = of_colours(static_cast<std::size_t>(count));
        const File file = with_colors(image, 256);
        CHECK(bits_of(file) == bits);
        CHECK(kind_of(file) == 3);
        CHECK(difference(read(file, "test"), image) == "");
    }
}

TEST_CASE("alpha of few colours is kept as it is") {
    const known::Value alpha = [](std::size_t x, std::size_t) { return static_cast<double>(x % 5 * 60); };
    const known::Value red = [](std::size_t, std::size_t y) { return static_cast<double>(y % 7 * 30); };
    const HostImage image = known::image({red, red, red, alpha}, Pixel::u8, {23, 17});
    CHECK(difference(read(with_colors(image, 64), "test"), image) == "");
}

TEST_CASE("of more colours some are chosen, at most as many as are asked for") {
    const HostImage image = photograph();
    double before = 1e9;
    for (const int colors : {2, 3, 16, 100, 256}) {
        CAPTURE(colors);
        const HostImage again = read(with_colors(image, colors, false), "test");
        CHECK(colours_in(again) <= static_cast<std::size_t>(colors));
        double off = 0;
        for (std::size_t y = 0; y < 64; ++y)
            for (std::size_t x = 0; x < 64; ++x)
                for (int c = 0; c < 3; ++c)
                    off += std::abs(sample(again.view(), x, y, c) - sample(image.view(), x, y, c));
        CHECK(off < before);
        before = off;
    }
    CHECK(before / (64 * 64 * 3) < 12);
    CHECK(colours_in(read(with_colors(image, 16, true), "test")) <= 16);
}

TEST_CASE("16 bits are rounded to 8, and alpha between all and nothing is told where colours are chosen") {
    const known::Value level = [](std::size_t x, std::size_t y) {
        return static_cast<double>(x * 40 + y + 1);
    };
    const known::Value deep = [level](std::size_t x, std::size_t y) { return 257 * level(x, y) - 100; };
    const known::Value high = known::constant(65535);
    CHECK(difference(read(with_colors(known::image({deep, high, deep}, Pixel::u16), 16), "test"),
                     known::image({level, known::constant(255), level})) == "");
    const known::Value slope = [](std::size_t x, std::size_t y) {
        return static_cast<double>((4 * x + y) % 256);
    };
    const known::Value mirrored = [slope](std::size_t x, std::size_t y) { return 255 - slope(x, y); };
    const HostImage clear = known::image({slope, mirrored, slope, slope}, Pixel::u8, {64, 64});
    std::vector<std::string> said;
    with_colors(clear, 16, true, [&](const Wording& text) { said.push_back(text.text()); });
    REQUIRE(said.size() == 1);
    CHECK(known::contains(said[0], "alpha becomes all or nothing"));
}
