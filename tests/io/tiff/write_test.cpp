// Writing TIFF: what was written is read again, by libtiff. Bytes that others depend on are looked at.
#include "tests/io/tiff/parts.hpp"

#include "tests/corpora.hpp"
#include "tests/places.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"
#include "pipeline/files/bytes.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>

using namespace sluice;
using known::difference;
using known::no_tiff;

namespace {

using File = std::vector<std::uint8_t>;

Values level(int compression) { return {{"compression", compression}}; }

// The numbers of a short or long tag of the first directory, of a file of this machine's byte order.
std::size_t tag(const File& file, std::uint16_t number) {
    const auto get = [&](std::size_t at, std::size_t size) {
        std::uint32_t value = 0;
        std::memcpy(&value, file.data() + at, size);
        return std::size_t{value};
    };
    const std::size_t directory = get(4, 4);
    for (std::size_t i = 0; i < get(directory, 2); ++i)
        if (const std::size_t entry = directory + 2 + 12 * i; get(entry, 2) == number)
            return get(entry + 8, get(entry + 2, 2) == 3 ? 2 : 4);
    return 0;
}

}  // namespace

TEST_CASE("every pixel type and number of channels is written to TIFF and read again, at every level") {
    if (no_tiff()) return;
    std::vector<known::Value> all = {known::grey, known::alpha, known::green, known::blue};
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64})
        for (std::size_t channels = 1; channels <= 4; ++channels) {
            std::vector<known::Value> values(all.begin(),
                                             all.begin() + static_cast<std::ptrdiff_t>(channels));
            for (known::Value& value : values)
                value = [value](std::size_t x, std::size_t y) { return std::floor(value(x, y) / 2); };
            const HostImage image =
                is_integer(pixel) ? known::image(values, pixel) : known::number_image(values, pixel);
            REQUIRE(writable("tif", image.format()) == image.format());
            for (const int compression : {0, 1, 6, 9}) {
                CAPTURE(image.format().text());
                CAPTURE(compression);
                const File file = encode("tiff", image.view(), {}, level(compression));
                CHECK(difference(read(file, "test"), image) == "");
            }
        }
}

TEST_CASE("an image of many strips, of padded rows and of either order of channels is written whole") {
    if (no_tiff()) return;
    const known::Value noise = [](std::size_t x, std::size_t y) {
        return static_cast<double>((x * 2654435761u + y * 40503u) >> 7 & 0xFFFF);
    };
    const HostImage image = known::image({noise, noise, noise}, Pixel::u16, {700, 333});
    CHECK(difference(read(encode("tif", image.view()), "test"), image) == "");

    std::vector<std::byte> padded((image.pitch() + 10) * 333, std::byte{0xEE});
    for (std::size_t y = 0; y < 333; ++y)
        std::memcpy(padded.data() + y * (image.pitch() + 10), image.row(y), image.pitch());
    const ConstHostView view{image.format(), padded.data(), image.pitch() + 10};
    CHECK(difference(read(encode("tif", view), "test"), image) == "");

    HostImage bgr = known::image({known::blue, known::green, known::red});
    ConstHostView swapped = bgr.view();
    swapped.format.order = Order::bgr;
    CHECK(difference(read(encode("tif", swapped), "test"), known::image(known::rgb())) == "");
}

TEST_CASE("layers become the pages of a TIFF, and layers again") {
    if (no_tiff()) return;
    ImageFormat format{5, 3, 1};
    format.layers = 3;
    HostImage image(format);
    for (std::size_t y = 0; y < format.rows(); ++y)
        for (std::size_t x = 0; x < 5; ++x)
            image.as<std::uint8_t>(y)[x] = static_cast<std::uint8_t>(10 * y + x);
    REQUIRE(writable("tif", format) == format);
    const File file = encode("tif", image.view());
    ReadOptions options;
    options.page = 0;
    const HostImage again = read(file, "test", options);
    REQUIRE(again.format() == format);
    CHECK(std::memcmp(again.row(0), image.row(0), 45) == 0);
    options.page = 2;
    const HostImage second = read(file, "test", options);
    CHECK(second.as<std::uint8_t>(1)[2] == 42);
}

TEST_CASE("what a TIFF says of its pixels is right: alpha is not multiplied in, integers are compressed") {
    if (no_tiff()) return;
    const File rgba = encode("tif", known::image(known::rgba()).view());
    CHECK(tag(rgba, 338) == 2);  // ExtraSamples: unassociated alpha
    CHECK(tag(rgba, 262) == 2);  // PhotometricInterpretation: RGB
    CHECK(tag(rgba, 259) == 8);  // Compression: deflate
    CHECK(tag(rgba, 317) == 2);  // Predictor: horizontal differences
    CHECK(tag(rgba, 274) == 1);  // Orientation
    const File floats = encode("tif", known::image({known::grey}, Pixel::f32).view());
    CHECK(tag(floats, 339) == 3);  // SampleFormat: floats
    CHECK(tag(floats, 317) <= 1);  // for all programs to read
    CHECK(tag(encode("tif", known::image({known::grey}, Pixel::i16).view()), 339) == 2);
    CHECK(tag(encode("tif", known::image({known::grey}).view(), {}, level(0)), 259) == 1);
}

TEST_CASE("a profile and XMP are carried to TIFF and out of it") {
    if (no_tiff() || no_corpora()) return;
    const std::string path =
        (std::filesystem::path(SLUICE_TEST_CORPORA) / "icc_exif/paris_exif_xmp_icc.jpg").string();
    const HostImage image = read(path);
    REQUIRE(!image.metadata.icc.empty());
    REQUIRE(!image.metadata.xmp.empty());
    std::vector<std::string> warnings;
    const Warn warn = [&](const std::string& message) { warnings.push_back(message); };
    const HostImage again = read(encode("tif", image.view(), image.metadata, {}, warn), "test", {}, warn);
    CHECK(again.metadata.icc == image.metadata.icc);
    CHECK(again.metadata.xmp == image.metadata.xmp);
    CHECK(difference(again, image) == "");
    CHECK(!again.metadata.exif.empty());
    CHECK(warnings.empty());
}

namespace {

HostImage slopes(Pixel pixel, std::size_t width, std::size_t height) {
    const known::Value across = [](std::size_t x, std::size_t y) {
        return static_cast<double>((x + 2 * y) % 256);
    };
    return known::image({across, across, across}, pixel, {width, height});
}
std::string fault_of(const HostImage& image, const Values& how) {
    try {
        encode("tif", image.view(), {}, how);
    } catch (const Error& error) {
        return error.message().text();
    }
    return "";
}

}  // namespace

TEST_CASE("a TIFF of each compression, in strips and tiles, has its pixels") {
    if (no_tiff()) return;
    const HostImage image = slopes(Pixel::u8, 333, 217);
    for (const auto& [method, number] : {std::pair("none", 1), {"lzw", 5}, {"deflate", 8}, {"zstd", 50000}})
        for (const std::int64_t tile : {0, 64, 400}) {
            CAPTURE(method);
            CAPTURE(tile);
            const Values how{{"compression", std::string(method)}, {"tile", tile}};
            const File file = encode("tif", image.view(), {}, how);
            CHECK(tag(file, 259) == static_cast<std::size_t>(number));
            CHECK((tag(file, 322) == static_cast<std::size_t>(tile)));
            CHECK(difference(read(file, "test"), image) == "");
        }
    const File lossy = encode("tif", image.view(), {}, {{"compression", std::string("jpeg")}});
    CHECK(tag(lossy, 259) == 7);
    CHECK(read(lossy, "test").format() == image.format());
}

TEST_CASE("pages of black and white are one bit in fax compression") {
    if (no_tiff()) return;
    const known::Value bits = [](std::size_t x, std::size_t y) { return (x * y / 7) % 2 == 0 ? 255.0 : 0.0; };
    const HostImage image = known::image({bits}, Pixel::u8, {101, 67});
    for (const std::int64_t tile : {0, 32}) {
        const File file =
            encode("tif", image.view(), {}, {{"compression", std::string("g4")}, {"tile", tile}});
        CHECK(tag(file, 258) == 1);
        CHECK(tag(file, 259) == 4);
        CHECK(difference(read(file, "test"), image) == "");
    }
}

TEST_CASE("what a compression, a predictor or a pyramid is not for is refused") {
    if (no_tiff()) return;
    const auto refused = [](const HostImage& image, const Values& how, const std::string& part) {
        CHECK_MESSAGE(fault_of(image, how).find(part) != std::string::npos, fault_of(image, how));
    };
    const auto method = [](const char* name) { return Values{{"compression", std::string(name)}}; };
    refused(slopes(Pixel::u16, 9, 9), method("jpeg"), "compression jpeg is for 8 bits and no alpha");
    refused(slopes(Pixel::u8, 9, 9), method("g4"), "compression g4 is for black and white");
    refused(known::image({known::grey}), method("g4"), "there is grey");
    Values none = method("none");
    none["predictor"] = std::string("horizontal");
    refused(slopes(Pixel::u8, 9, 9), none, "a predictor is for compression lzw");
    refused(slopes(Pixel::u8, 9, 9), {{"predictor", std::string("float")}}, "use horizontal");
    ImageFormat layers{20, 20, 1};
    layers.layers = 2;
    refused(slopes(Pixel::u8, 9, 9), {{"tile", std::int64_t{401}}}, "tile 401 is no multiple of 16");
    refused(HostImage(layers), {{"pyramid", true}}, "a pyramid is of one image");
}

TEST_CASE("a pyramid has its halves as sub-images, and its pixels") {
    if (no_tiff()) return;
    for (const Pixel pixel : {Pixel::u8, Pixel::u16}) {
        const HostImage image = slopes(pixel, 333, 217);
        const Values how{{"pyramid", true}, {"tile", std::int64_t{64}}};
        const File file = encode("tif", image.view(), {}, how);
        CHECK(difference(read(file, "test"), image) == "");
        const std::size_t entry = tag(file, 330);  // SubIFDs: where three offsets lie
        REQUIRE(entry > 0);
        std::uint32_t first = 0;
        std::memcpy(&first, file.data() + entry, 4);
        File half = file;  // as if it began there
        std::memcpy(half.data() + 4, &first, 4);
        CHECK(tag(half, 256) == 167);
        CHECK(tag(half, 257) == 109);
        CHECK(tag(half, 254) == 1);  // a reduced image
        const HostImage small = read(half, "test");
        const double a = sample(image.view(), 10, 20, 0), b = sample(image.view(), 11, 20, 0),
                     c = sample(image.view(), 10, 21, 0), d = sample(image.view(), 11, 21, 0);
        CHECK(sample(small.view(), 5, 10, 0) == std::floor((a + b + c + d + 2) / 4));
    }
}

TEST_CASE("BigTIFF is written where it is asked for") {
    if (no_tiff()) return;
    const HostImage image = slopes(Pixel::u8, 33, 21);
    const File file = encode("tif", image.view(), {}, {{"bigtiff", true}});
    CHECK(int{file[2]} + int{file[3]} == 43);
    CHECK(difference(read(file, "test"), image) == "");
}
