#include "tests/io/known_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace sluice;
using known::difference;
using known::load;

namespace {

HostImage linear(const std::vector<known::Value>& values, std::size_t width = 5) {
    ImageFormat format{width, 3};
    format.space = Space::linear;
    std::vector<known::Value> held;
    for (const known::Value& value : values)
        held.push_back(
            [value](std::size_t x, std::size_t y) { return value(std::min<std::size_t>(x, 4), y); });
    return known::image(held, Pixel::f32, format);
}

}  // namespace

TEST_CASE("an HDR is linear f32: flat, with new and with old run lengths, in any order of rows and columns") {
    CHECK(difference(load("flat.hdr"), linear(known::rgb())) == "");
    CHECK(difference(load("turned.hdr"), linear(known::rgb())) == "");
    CHECK(difference(load("runs.hdr"), linear(known::rgb(), 9)) == "");
    CHECK(difference(load("old-runs.hdr"), linear(known::rgb(), 9)) == "");
}

TEST_CASE("an HDR that ends early is an error wherever it is cut, and never a hang") {
    for (const char* name : {"flat.hdr", "runs.hdr", "old-runs.hdr"}) {
        const std::string whole = bytes_of(known::path(name));
        for (std::size_t size = 11; size < whole.size(); ++size) {
            CAPTURE(size);
            CHECK(known::contains(known::error_of([&] { read(as_bytes(whole.substr(0, size)), "cut"); }),
                                  "its data ends early"));
        }
    }
}

TEST_CASE("an HDR that is written holds its numbers to the 8 bit of its mantissa; grey comes back as RGB") {
    const HostImage src = linear(known::scaled(known::rgb(), 1 / 64.0, 0.125), 20);
    const HostImage back = read(encode("hdr", src.view()), "test");
    CHECK(difference(back, src, 4.0 / 128) == "");
    const HostImage grey = linear({known::grey});
    CHECK(difference(read(encode("hdr", grey.view()), "test"),
                     linear({known::grey, known::grey, known::grey}), 2) == "");
}

TEST_CASE("numbers that HDR has no form for are clamped, with a warning that counts them") {
    HostImage src = linear(known::rgb());
    src.as<float>(0)[0] = -1;
    src.as<float>(0)[1] = std::numeric_limits<float>::quiet_NaN();
    src.as<float>(0)[2] = std::numeric_limits<float>::infinity();
    std::vector<std::string> warnings;
    const std::vector<std::uint8_t> file =
        encode("hdr", src.view(), {}, {}, [&](const std::string& message) { warnings.push_back(message); });
    REQUIRE(warnings.size() == 1);
    CHECK(known::contains(warnings[0], "3 values"));
    const HostImage back = read(file, "test");
    CHECK(sample(back.view(), 0, 0, 0) == 0);
    CHECK(sample(back.view(), 0, 0, 1) == 0);
    CHECK(sample(back.view(), 0, 0, 2) > 8e37);
}
