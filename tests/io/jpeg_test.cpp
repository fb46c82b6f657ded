#include "tests/io/known_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;
using known::difference;
using known::error_of;
using known::load;

namespace {

// The pictures have flat blocks of 16 x 16 pixels, of the colours of known_image.hpp.
HostImage blocks(const std::vector<known::Value>& values) {
    std::vector<known::Value> wide;
    for (const known::Value& value : values)
        wide.push_back([value](std::size_t x, std::size_t y) { return value(x / 16, y / 16); });
    return known::image(wide, Pixel::u8, {80, 48});
}

// One pixel of each block: at the seams colours run into each other.
HostImage centres(const HostImage& image) {
    ImageFormat format = image.format();
    format.width /= 16;
    format.height /= 16;
    HostImage result(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c)
                set_sample(result.view(), x, y, c, sample(image.view(), 16 * x + 8, 16 * y + 8, c));
    return result;
}

std::string text(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

// The sampling factors of the first component: the byte behind its number in the frame header (SOF0).
int sampling(const std::vector<std::uint8_t>& jpeg) {
    const std::size_t frame = text(jpeg).find("\xFF\xC0");
    return jpeg.at(frame + 11);
}

}  // namespace

TEST_CASE("baseline and progressive JPEGs have their pixels") {
    CHECK(load("rgb.jpg").format() == ImageFormat{80, 48, 3});
    CHECK(difference(centres(load("y.jpg")), known::image({known::grey}), 1) == "");
    CHECK(difference(centres(load("rgb.jpg")), known::image(known::rgb()), 3) == "");
    CHECK(difference(centres(load("progressive.jpg")), known::image(known::rgb()), 3) == "");
}

TEST_CASE("inks of a CMYK JPEG become RGB, with a warning") {
    std::vector<std::string> warnings;
    CHECK(difference(centres(load("cmyk.jpg", &warnings)), known::image(known::rgb()), 3) == "");
    REQUIRE(warnings.size() == 1);
    CHECK(known::contains(warnings[0], "CMYK"));
}

TEST_CASE("a truncated JPEG is an error that names the file; lenient gives what was read and says so") {
    for (const std::string name : {"rgb.jpg", "progressive.jpg"}) {
        CAPTURE(name);
        const std::string whole = bytes_of(known::path(name));
        const std::size_t pixels = whole.size() - whole.find("\xFF\xDA");
        for (const std::size_t missing : {std::size_t{2}, std::size_t{3}, pixels / 2}) {
            const std::string part = whole.substr(0, whole.size() - missing);
            CHECK(error_of([&] { read(as_bytes(part), "cut.jpg"); }) ==
                  "cut.jpg: its data ends early; load.lenient=true takes what can be read");
            ReadOptions options;
            options.lenient = true;
            std::vector<std::string> warnings;
            const HostImage image = read(as_bytes(part), "cut.jpg", options,
                                         [&](const std::string& message) { warnings.push_back(message); });
            CHECK(image.format() == load(name).format());
            CHECK(warnings ==
                  std::vector<std::string>{"its data ends early; the part that could be read is used"});
        }
    }
}

TEST_CASE("of a progressive JPEG that ends inside of a segment, lenient gives the scans before it") {
    const std::string whole = bytes_of(known::path("progressive.jpg"));
    const std::size_t second =
        whole.find("\xFF\xC4", whole.find("\xFF\xDA"));  // the tables of the second scan
    ReadOptions options;
    options.lenient = true;
    const std::string part = whole.substr(0, second + 8);
    const HostImage image = read(as_bytes(part), "cut.jpg", options);
    CHECK(difference(centres(image), known::image(known::rgb()), 30) == "");
}

TEST_CASE("a JPEG with damaged data is an error") {
    std::string bytes = bytes_of(known::path("rgb.jpg"));
    const std::size_t scan = bytes.find("\xFF\xDA");
    bytes.replace(scan + 40, 20, std::string(20, '\x55'));
    CHECK(
        known::contains(error_of([&] { read(as_bytes(bytes), "bad.jpg"); }), "bad.jpg: it is a broken JPEG"));
}

TEST_CASE("a JPEG is written with quality 90 and chroma halved both ways, and quality counts") {
    const HostImage src = blocks(known::rgb());
    const std::vector<std::uint8_t> standard = encode("jpg", src.view());
    CHECK(sampling(standard) == 0x22);
    Values options{{"quality", 90}};
    CHECK(encode("jpeg", src.view(), {}, options) == standard);
    options["quality"] = 20;
    CHECK(encode("jpg", src.view(), {}, options).size() < standard.size());
    CHECK(difference(centres(read(standard, "test")), known::image(known::rgb()), 6) == "");
    const HostImage grey = blocks({known::grey});
    CHECK(difference(read(encode("jpg", grey.view()), "test"), grey, 3) == "");
    options["quality"] = 0;
    CHECK(error_of([&] { encode("jpg", src.view(), {}, options); }) == "quality 0 is outside [1, 100]");
}

TEST_CASE("chroma has as many samples as are asked for, and scans, tables and restart markers too") {
    const HostImage image = blocks(known::rgb());
    const auto written = [&](const Values& how) { return encode("jpg", image.view(), {}, how); };
    for (const auto& [name, factors] :
         {std::pair("4:4:4", 0x11), {"4:2:2", 0x21}, {"4:2:0", 0x22}, {"4:1:1", 0x41}}) {
        CAPTURE(name);
        CHECK(sampling(written({{"subsampling", std::string(name)}})) == factors);
    }
    CHECK(sampling(written({})) == 0x22);

    const auto progressive = written({{"progressive", true}});
    CHECK(text(progressive).find("\xFF\xC2") != std::string::npos);
    CHECK(difference(centres(read(progressive, "test")), known::image(known::rgb()), 3) == "");
    CHECK(written({{"optimize", true}}).size() < written({}).size());
    CHECK(read(written({{"optimize", true}}), "test").view().format == image.format());
    CHECK(text(written({{"restart", std::int64_t{1}}})).find("\xFF\xD1") != std::string::npos);
    CHECK(text(written({})).find("\xFF\xD1") == std::string::npos);
}
