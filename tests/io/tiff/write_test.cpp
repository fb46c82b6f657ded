// Writing TIFF: what was written is read again, by libtiff. Bytes that others depend on are looked at.
#include "tests/io/tiff/parts.hpp"

#include "tests/corpora.hpp"
#include "tests/places.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"
#include "pipeline/files/bytes.hpp"

#include <doctest/doctest.h>

#include <bit>
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
