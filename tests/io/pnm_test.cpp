#include "tests/io/known_image.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;
using known::difference;
using known::error_of;
using known::load;

namespace {

std::string pnm_refusal(const std::string& bytes) {
    return error_of([&] { read(as_bytes(bytes), "x.pnm"); });
}

}  // namespace

TEST_CASE("plain and raw, grey and colour, 8 and 16 bit files of netpbm have their pixels") {
    for (const char* name : {"plain.pgm", "raw.pgm"})
        CHECK(difference(load(name), known::image({known::grey})) == "");
    for (const char* name : {"plain.ppm", "raw.ppm"})
        CHECK(difference(load(name), known::image(known::rgb())) == "");
    CHECK(difference(load("raw16.pgm"), known::image({known::deep(known::grey)}, Pixel::u16)) == "");
    CHECK(difference(load("raw16.ppm"), known::image(known::deep(known::rgb()), Pixel::u16)) == "");
    CHECK(difference(load("rgba8.pam"), known::image(known::rgba())) == "");
}

TEST_CASE("the single bits of PBM and of bilevel PAM become 0 and 255") {
    const auto checker = [](std::size_t x, std::size_t y) { return (x + y) % 2 == 1 ? 255.0 : 0.0; };
    for (const char* name : {"plain.pbm", "raw.pbm", "bits.pam"}) {
        CAPTURE(name);
        CHECK(difference(load(name), known::image({checker})) == "");
    }
}

TEST_CASE("samples under another maxval are kept as they are, and the maxval is their white") {
    ImageFormat format;
    format.white = 1023;
    CHECK(difference(load("maxval1023.pgm"),
                     known::image(known::scaled({known::grey}, 4), Pixel::u16, format)) == "");
    format.white = 240;
    CHECK(difference(load("maxval240.ppm"), known::image(known::rgb(), Pixel::u8, format)) == "");
}

TEST_CASE("a file with two pictures gives the first and says so") {
    std::vector<std::string> warnings;
    CHECK(difference(load("two.pgm", &warnings), known::image({known::grey})) == "");
    REQUIRE(warnings.size() == 1);
    CHECK(known::contains(warnings[0], "only the first"));
}

TEST_CASE("what is written as PGM, PPM and PNM reads back the same, with its white") {
    for (const double white : {0.0, 1023.0, 65534.0}) {
        ImageFormat format;
        format.white = white;
        const HostImage src = known::image(known::scaled(known::rgb(), 4), Pixel::u16, format);
        CHECK(difference(read(encode("ppm", src.view()), "test"), src) == "");
        CHECK(difference(read(encode("pnm", src.view()), "test"), src) == "");
    }
    const HostImage grey = known::image({known::grey});
    CHECK(difference(read(encode("pgm", grey.view()), "test"), grey) == "");
    CHECK(difference(read(encode("pnm", grey.view()), "test"), grey) == "");
}

TEST_CASE("samples above the white are clamped when they are written, with a warning that counts them") {
    ImageFormat format;
    format.white = 100;
    const HostImage src = known::image({known::grey}, Pixel::u8, format);
    std::vector<std::string> warnings;
    const HostImage back = read(
        encode("pgm", src.view(), {}, {}, [&](const std::string& message) { warnings.push_back(message); }),
        "test");
    CHECK(sample(back.view(), 4, 2, 0) == 100);
    REQUIRE(warnings.size() == 1);
    CHECK(known::contains(warnings[0], "9 samples"));
}

TEST_CASE("what is wrong in a file of netpbm is said") {
    CHECK(pnm_refusal("P5\n2 2\n0\nabcd") == "x.pnm: its maxval is 0; 1 to 65535 is allowed");
    CHECK(pnm_refusal("P5\n2 2\n70000\nabcd") == "x.pnm: its maxval is 70000; 1 to 65535 is allowed");
    CHECK(pnm_refusal("P5\n0 2\n255\n") == "x.pnm: its size is 0x2");
    CHECK(pnm_refusal("P5\n2 -2\n255\nabcd") == "x.pnm: its header is broken: its height is '-2'");
    CHECK(pnm_refusal("P5\n2 2\n9\n\1\2\3\x0A") ==
          "x.pnm: one of its samples is 10, above its maxval of 9; load.lenient=true takes what can be read");
    CHECK(pnm_refusal("P2\n2 1\n9\n3 x") ==
          "x.pnm: its header is broken: its sample is 'x'; load.lenient=true takes what can be read");
    CHECK(pnm_refusal("P1\n2 1\n02") ==
          "x.pnm: one of its samples is '2', not 0 or 1; load.lenient=true takes what can be read");
    CHECK(pnm_refusal("P6\n2 2\n255\nabcd") ==
          "x.pnm: its data ends early; load.lenient=true takes what can be read");
    CHECK(pnm_refusal("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 7\nMAXVAL 255\nENDHDR\nabcdefg") ==
          "x.pnm: it is a PAM with 7 channels; 1 to 4 can be read");
}
