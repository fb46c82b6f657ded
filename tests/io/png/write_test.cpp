// Every way to write a PNG gives the same pixels.
#include "tests/io/known_image.hpp"

#include "io/png/filter.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

using namespace sluice;

namespace {

// Neither smooth nor noise.
HostImage picture(std::size_t width, std::size_t height, int channels, Pixel pixel) {
    std::vector<known::Value> values;
    for (int c = 0; c < channels; ++c)
        values.push_back([=](std::size_t x, std::size_t y) {
            const double wave = 100 + 50 * std::sin(static_cast<double>(x * 3 + y * 5) / (7 + c));
            const double value = std::floor(wave) + static_cast<double>((x * 7 + y * 13) % 5);
            return pixel == Pixel::u16 ? value * 257 + static_cast<double>(x % 3) : value;
        });
    return known::image(values, pixel, {width, height});
}

std::size_t encoded(const HostImage& image, int level, PngFilter filter) {
    const Values options{{"compression", level}, {"filter", std::string(name(filter))}};
    const std::vector<std::uint8_t> file = encode("png", image.view(), {}, options);
    CHECK(known::difference(read(file, "test"), image) == "");
    return file.size();
}

}  // namespace

TEST_CASE("a PNG has the same pixels whatever its level and filter") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16})
        for (int channels = 1; channels <= 4; ++channels) {
            const HostImage image = picture(67, 41, channels, pixel);
            CAPTURE(image.format().text());
            for (const PngFilter filter :
                 {PngFilter::automatic, PngFilter::none, PngFilter::sub, PngFilter::up, PngFilter::average,
                  PngFilter::paeth, PngFilter::adaptive})
                for (const int level : {0, 1, 5, 9}) encoded(image, level, filter);
        }
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}})
        encoded(picture(static_cast<std::size_t>(width), static_cast<std::size_t>(height), 3, Pixel::u16), 1,
                PngFilter::adaptive);
}

TEST_CASE("a PNG of three channels that lie in four samples, as devices have them, is that of packed ones") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16}) {
        const HostImage packed = picture(67, 41, 3, pixel);
        HostImage wide(packed.format(), Destination{Layout::device});
        REQUIRE(!wide.view().packed_pixels());
        for (std::size_t y = 0; y < 41; ++y)
            for (std::size_t x = 0; x < 67; ++x)
                for (int c = 0; c < 3; ++c) set_sample(wide.view(), x, y, c, sample(packed.view(), x, y, c));
        CHECK(encode("png", wide.view()) == encode("png", packed.view()));
    }
}

TEST_CASE("a higher level and adaptive filters make a PNG smaller, level 0 makes it as large as its pixels") {
    const HostImage image = picture(200, 200, 3, Pixel::u8);
    const std::size_t pixels = image.format().host_bytes();
    CHECK(encoded(image, 0, PngFilter::automatic) > pixels);
    CHECK(encoded(image, 1, PngFilter::automatic) < pixels);
    CHECK(encoded(image, 9, PngFilter::automatic) < encoded(image, 1, PngFilter::automatic));
}

TEST_CASE("the filters of PNG are those of its specification") {
    const std::uint8_t above[] = {10, 20, 30, 40}, row[] = {15, 25, 250, 5};
    const auto filtered = [&](PngFilter filter) {
        std::vector<int> bytes(5);
        std::uint8_t dst[5];
        filter_row(filter, row, above, 2, dst);
        std::copy(dst, dst + 5, bytes.begin());
        return bytes;
    };
    CHECK(filtered(PngFilter::none) == std::vector<int>{0, 15, 25, 250, 5});
    CHECK(filtered(PngFilter::sub) == std::vector<int>{1, 15, 25, 235, 236});
    CHECK(filtered(PngFilter::up) == std::vector<int>{2, 5, 5, 220, 221});
    // Half of left and above: 5, 10, (15 + 30) / 2, (25 + 40) / 2.
    CHECK(filtered(PngFilter::average) == std::vector<int>{3, 10, 15, 228, 229});
    // Nearest to left + above - corner, 35 and 45: above for both.
    CHECK(filtered(PngFilter::paeth) == std::vector<int>{4, 5, 5, 220, 221});
    // The sums of magnitudes: 15+25+6+5, 15+25+21+20, 5+5+36+35, 10+15+28+27 and that of up again.
    CHECK(filtered(PngFilter::adaptive) == filtered(PngFilter::none));
}
