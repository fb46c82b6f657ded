#include "tests/io/blocks.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace sluice;
using known::contains;
using known::difference;
using known::load;
using namespace std::string_literals;

namespace {

HostImage fits_data(const std::vector<known::Value>& values, Pixel pixel) {
    ImageFormat format;
    format.space = Space::data;
    return known::image(values, pixel, format);
}
std::string fits_bytes(const HostImage& image) { return known::encoded("fits", image); }
std::string fits_card(const std::string& text) { return text + std::string(80 - text.size(), ' '); }
// With another card in the place of one that begins so.
std::string fits_with(std::string bytes, const std::string& name, const std::string& by) {
    const std::size_t at = bytes.find(name);
    REQUIRE(at % 80 == 0);
    return bytes.replace(at, 80, fits_card(by));
}

}  // namespace

TEST_CASE("values of a FITS are as they are stored, from the lowest row up") {
    CHECK(difference(load("y8.fits"), fits_data({known::grey}, Pixel::u8)) == "");
    CHECK(difference(load("y16.fits"), fits_data(known::scaled({known::grey}, 1, -100), Pixel::i16)) == "");
    CHECK(difference(load("unsigned16.fits"), fits_data({known::deep(known::grey)}, Pixel::u16)) == "");
    CHECK(difference(load("y32.fits"), fits_data(known::scaled({known::grey}, 1e5), Pixel::i32)) == "");
    CHECK(difference(load("rgb8.fits"), fits_data(known::rgb(), Pixel::u8)) == "");
    CHECK(difference(load("y-double.fits"), fits_data(known::scaled({known::grey}, 1.0 / 3), Pixel::f64),
                     1e-12) == "");
}

TEST_CASE("missing values of a FITS are NaN where they are floats, and values with a scale become such") {
    const HostImage floats = load("y-float.fits");
    CHECK(std::isnan(sample(floats.view(), 0, 2, 0)));
    CHECK(sample(floats.view(), 1, 2, 0) == 17.0 * 11 / 256 - 0.25);
    CHECK(sample(floats.view(), 4, 0, 0) == 17.0 * 4 / 256 - 0.25);
    std::vector<std::string> said;
    const HostImage scaled = load("scaled.fits", &said);
    CHECK(scaled.format().pixel == Pixel::f32);
    CHECK(std::isnan(sample(scaled.view(), 1, 0, 0)));
    CHECK(sample(scaled.view(), 2, 1, 0) == 10 + 0.5 * known::grey(2, 1));
}

TEST_CASE("images of a FITS are pages, or layers, whatever stands between them") {
    const std::string bytes = bytes_of(known::path("units.fits"));
    std::vector<std::string> said;
    CHECK(difference(known::page_of(bytes, 1, &said), fits_data({known::grey}, Pixel::u8)) == "");
    CHECK(said.size() == 1);
    CHECK(difference(known::page_of(bytes, 2), fits_data({known::alpha}, Pixel::u8)) == "");
    const HostImage both = known::page_of(bytes, 0);
    REQUIRE(both.format().layers == 2);
    CHECK(difference(rows_of(both.view(), 3, 3), fits_data({known::alpha}, Pixel::u8).view()) == "");
    CHECK(contains(known::error_of([&] { known::page_of(bytes, 3); }), "it has no page 3: it has 2 pages"));
}

TEST_CASE("a FITS is written as it is read, to the bit, of all values, colours and layers") {
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f32, Pixel::f64})
        for (const int channels : {1, 3})
            for (const std::size_t layers : {1, 3}) {
                CAPTURE(channels);
                CAPTURE(layers);
                ImageFormat format{21, 13, channels, pixel, Space::data};
                format.layers = layers;
                const HostImage image = reference::random_image(format, {});
                const std::string bytes = fits_bytes(image);
                CHECK(bytes.size() % 2880 == 0);
                const HostImage again = known::page_of(bytes, 1);
                REQUIRE(again.format() == format);
                for (std::size_t i = 0; i < layers; ++i)
                    CHECK(difference(rows_of(again.view(), 13 * i, 13), rows_of(image.view(), 13 * i, 13)) ==
                          "");
            }
    CHECK(contains(known::error_of([&] {
                       writable("fits", ImageFormat{64, 48, 4});
                   }),
                   "FITS cannot hold alpha"));
}

TEST_CASE("a FITS is read by rows") {
    const TemporaryFolder folder;
    const HostImage image = reference::random_image({21, 13, 3, Pixel::f32, Space::data}, {});
    const std::string path = folder.put("a.fits", fits_bytes(image)).string();
    const auto file = open_image(path);
    CHECK(file->row_memory().refusal == "");
    const auto rows = file->rows({});
    HostImage by_rows(rows->format());
    CHECK(rows->skip(3) == 3);
    for (std::size_t y = 3; y < 13; y += 5)
        rows->read(rows_of(by_rows.view(), y, std::min<std::size_t>(5, 13 - y)));
    CHECK(difference(rows_of(by_rows.view(), 3, 10), rows_of(image.view(), 3, 10)) == "");
}

TEST_CASE("a FITS that lies, or ends early, is refused, and with lenient the rows are taken that are there") {
    const HostImage image = fits_data({known::grey}, Pixel::u8);
    const std::string bytes = fits_bytes(image);
    CHECK(contains(known::refusal(fits_with(bytes, "NAXIS1", "NAXIS1  = 2000000")), "its data ends early"));
    CHECK(contains(known::refusal(fits_with(bytes, "NAXIS1", "NAXIS1  = 2000000000")), "it is too large"));
    CHECK(contains(known::refusal(fits_with(bytes, "NAXIS1", "NAXIS1  = -5")), "number that makes no sense"));
    CHECK(contains(known::refusal(fits_with(bytes, "NAXIS1", "NAXIS1  = 'x'")), "value that is no number"));
    CHECK(contains(known::refusal(fits_with(bytes, "BITPIX", "BITPIX  = 12")), "its samples have 12 bits"));
    CHECK(
        contains(known::refusal(fits_with(bytes, "NAXIS ", "NAXIS   = 0")), "it is a FITS without an image"));
    const std::string part = bytes.substr(0, 2880 + 11);
    CHECK(contains(known::refusal(part), "its data ends early"));
    ReadOptions lenient;
    lenient.lenient = true;
    std::vector<std::string> said;
    const HostImage some =
        read(as_bytes(part), "x", lenient, [&](const std::string& text) { said.push_back(text); });
    CHECK(said.size() == 1);
    CHECK(sample(some.view(), 3, 0, 0) == 0);
    CHECK(sample(some.view(), 3, 1, 0) == known::grey(3, 1));
    CHECK(sample(some.view(), 3, 2, 0) == known::grey(3, 2));
}
