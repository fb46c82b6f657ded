// What is decided for images that a format cannot hold as they are, and the options that decide it.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

using Words = std::vector<std::string>;

// Colours of one value; half of its pixels are transparent.
HostImage half_clear(Pixel pixel) {
    HostImage image({40, 25, 4, pixel});
    const double white = image.format().white_value();
    for (std::size_t y = 0; y < 25; ++y)
        for (std::size_t x = 0; x < 40; ++x)
            for (int c = 0; c < 4; ++c)
                set_sample(image.view(), x, y, c, c < 3 ? white / 5 : x < 20 ? 0 : white);
    return image;
}

struct Mixed : Scratch {
    Outcome batch(const Words& more) const {
        Words words = {"batch", *this / "in", "-o", *this / "out", "--overwrite", "always"};
        words.insert(words.end(), more.begin(), more.end());
        return sluice_program(words);
    }
    double at(const std::string& name, std::size_t x, int c) const {
        return sample(read(*this / name).view(), x, 12, c);
    }
};

}  // namespace

TEST_CASE(
    "one line takes images of all kinds to JPEG: 16 bits, alpha on white, in the size that was asked for") {
    const Mixed folder;
    folder.put("in/alpha.png", half_clear(Pixel::u8));
    folder.put("in/deep.png", half_clear(Pixel::u16));
    folder.put("in/plain.png", ramp(40, 25, 3, 60, 100));
    const Outcome outcome = folder.batch({"--format", "jpg", "--thumbnail", "20"});
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "its transparent pixels were put on white, since the format has no alpha"));
    CHECK_FALSE(contains(outcome.err, "plain.png"));
    CHECK_FALSE(contains(outcome.err, "normalizes"));
    for (const char* name : {"out/alpha.jpg", "out/deep.jpg"}) {
        CAPTURE(name);
        CHECK(read(folder / name).format() == ImageFormat{20, 13, 3});
        CHECK(read(folder / name).view().format.pixel == Pixel::u8);
    }
    CHECK(read(folder / "out/plain.jpg").format() == ImageFormat{20, 13, 3});
    const HostImage image = read(folder / "out/deep.jpg");
    CHECK(sample(image.view(), 2, 6, 0) > 250);
    CHECK(sample(image.view(), 17, 6, 0) == doctest::Approx(51).epsilon(0.05));
}

TEST_CASE("opaque alpha is removed without a word, and a colour that is asked for is no warning") {
    const Mixed folder;
    folder.put("in/opaque.png", ramp(40, 25, 4, 255, 1));
    const Outcome outcome = folder.batch({"--format", "jpg", "--depth", "8"});
    CHECK(outcome.code == 0);
    CHECK_FALSE(contains(outcome.err, "warning"));
    folder.put("in/opaque.png", half_clear(Pixel::u8));
    const Outcome red = folder.batch({"--format", "png", "--flatten", "red"});
    CHECK(red.code == 0);
    CHECK_FALSE(contains(red.err, "warning"));
    const HostImage image = read(folder / "out/opaque.png");
    CHECK(image.format() == ImageFormat{40, 25, 3});
    CHECK(sample(image.view(), 5, 12, 0) == 255);
    CHECK(sample(image.view(), 5, 12, 1) == 0);
    CHECK(sample(image.view(), 35, 12, 1) == 51);
}

TEST_CASE("depth, dither and grey say what becomes of values, and other images are copied") {
    const Mixed folder;
    HostImage deep({64, 64, 3, Pixel::u16});
    for (std::size_t y = 0; y < 64; ++y)
        for (std::size_t x = 0; x < 64; ++x)
            for (int c = 0; c < 3; ++c) set_sample(deep.view(), x, y, c, 100 * 257 + 64);
    folder.put("in/deep.png", deep);
    CHECK(folder.batch({"--depth", "8"}).code == 0);
    CHECK(folder.at("out/deep.png", 3, 0) == 100);
    CHECK(folder.batch({"--depth", "8", "--dither", "bluenoise"}).code == 0);
    double sum = 0;
    const HostImage dithered = read(folder / "out/deep.png");
    for (std::size_t y = 0; y < 64; ++y)
        for (std::size_t x = 0; x < 64; ++x) sum += sample(dithered.view(), x, y, 0);
    CHECK(sum / (64 * 64) == doctest::Approx(100.25).epsilon(0.001));
    CHECK(folder.batch({"--grey"}).code == 0);
    CHECK(read(folder / "out/deep.png").format() == ImageFormat{64, 64, 1, Pixel::u16});

    const Mixed plain;
    plain.put("in/a.png", ramp(40, 25, 3, 60, 100));
    const Outcome outcome = plain.batch({"--depth", "8", "--flatten", "white", "--profile", "srgb"});
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "1 unchanged, copied"));
    const Outcome refused = plain.batch({"--depth", "12"});
    CHECK(refused.code == 2);
    CHECK(contains(refused.err, "it is 8 or 16"));
}
