// TIFFs put together tag by tag: what no program writes, and what must not cost more than the picture.
#include "tests/io/known_image.hpp"
#include "tests/io/tiff/parts.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace sluice;

namespace {

std::string little(std::uint32_t value, int size) {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i);
    return bytes;
}

// Up to two numbers of 16 bits.
using Shorts = std::vector<std::uint16_t>;

// One strip of `pixels`. `more` adds tags or changes them.
std::string tiff(std::uint16_t width, std::uint16_t height, const std::string& pixels,
                 const std::map<std::uint16_t, Shorts>& more) {
    std::map<std::uint16_t, Shorts> tags = {{256, {width}}, {257, {height}}, {258, {8}},     {259, {1}},
                                            {262, {1}},     {277, {1}},      {278, {height}}};
    for (const auto& [tag, values] : more) tags[tag] = values;
    std::map<std::uint16_t, std::string> entries = {
        {273, little(4, 2) + little(1, 4) + little(8, 4)},
        {279, little(4, 2) + little(1, 4) + little(static_cast<std::uint32_t>(pixels.size()), 4)}};
    for (const auto& [tag, values] : tags)
        entries[tag] = little(3, 2) + little(static_cast<std::uint32_t>(values.size()), 4) +
                       little(values[0], 2) + little(values.size() > 1 ? values[1] : 0, 2);
    std::string directory = little(static_cast<std::uint32_t>(entries.size()), 2);
    for (const auto& [tag, entry] : entries) directory += little(tag, 2) + entry;
    return "II" + little(42, 2) + little(static_cast<std::uint32_t>(8 + pixels.size()), 4) + pixels +
           directory + little(0, 4);
}

}  // namespace

TEST_CASE("a picture with many channels that are left out is read row by row") {
    if (known::no_tiff()) return;
    constexpr std::size_t side = 200, samples = 40;  // a strip of 1.6 MB for 40 KB of picture
    const auto value = [](std::size_t x, std::size_t y, std::size_t s) {
        return (x * 3 + y * 7 + s * 11) % 256;
    };
    std::string pixels;
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x)
            for (std::size_t s = 0; s < samples; ++s) pixels += static_cast<char>(value(x, y, s));
    const std::string file = tiff(side, side, pixels, {{277, {samples}}});
    std::vector<std::string> warnings;
    const HostImage image =
        read(as_bytes(file), "x", {}, [&](const std::string& text) { warnings.push_back(text); });
    CHECK(known::difference(image, known::image({[&](std::size_t x, std::size_t y) {
                                                    return static_cast<double>(value(x, y, 0));
                                                }},
                                                Pixel::u8, {side, side})) == "");
    CHECK(warnings == std::vector<std::string>{"39 further channels of it are left out"});
    CHECK(known::error_of([&] {
              read(as_bytes(tiff(30000, 2, "x", {{277, {60000}}})), "x");
          }) ==
          "x: its tiles or strips are far larger than the image; load.lenient=true takes what can be read");
}

TEST_CASE("signed colours that were multiplied by alpha stay in the range of their type") {
    if (known::no_tiff()) return;
    // Two pixels of colour and alpha: -32768 by 1, and 100 by 50.
    const std::string pixels = little(0x8000, 2) + little(1, 2) + little(100, 2) + little(50, 2);
    const HostImage image =
        read(as_bytes(tiff(2, 1, pixels, {{258, {16, 16}}, {277, {2}}, {338, {1}}, {339, {2, 2}}})), "x");
    CHECK(sample(image.view(), 0, 0, 0) == -32768);
    CHECK(sample(image.view(), 1, 0, 0) == 32767);
    CHECK(sample(image.view(), 1, 0, 1) == 50);
}

TEST_CASE("JBIG inside of a TIFF is refused, for its library ends the program where a file is damaged") {
    if (known::no_tiff()) return;
    CHECK(known::contains(known::error_of([&] {
                              read(as_bytes(tiff(8, 1, "x", {{258, {1}}, {259, {34661}}})), "x");
                          }),
                          "it is compressed with ISO JBIG, which sluice does not read"));
}
