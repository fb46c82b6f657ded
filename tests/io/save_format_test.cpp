#include "tests/io/known_image.hpp"

#include "io/save_format.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using known::error_of;

namespace {

ImageFormat format(int channels, Pixel pixel, Space space = Space::encoded, double white = 0) {
    ImageFormat format{640, 480, channels, pixel, space};
    format.white = white;
    format.grey_alpha = channels == 2;
    return format;
}

std::string format_refusal(const std::string& extension, const ImageFormat& image) {
    return error_of([&] { writable(extension, image); });
}

// ".a, .b or .c"; those that are "" are left out.
std::string either(std::vector<std::string> names) {
    std::erase(names, "");
    std::string text = names[0];
    for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

}  // namespace

TEST_CASE("a file that can hold an image as it is asks for no change") {
    for (const int channels : {1, 2, 3, 4})
        for (const Pixel pixel : {Pixel::u8, Pixel::u16}) {
            CHECK(writable("png", format(channels, pixel)) == format(channels, pixel));
            CHECK(writable("npy", format(channels, pixel)) == format(channels, pixel));
        }
    // The white of a type may be written out: that is no other format.
    CHECK(writable("png", format(3, Pixel::u8, Space::encoded, 255)).white == 255);
    CHECK(writable("jpg", format(3, Pixel::u8)) == format(3, Pixel::u8));
    CHECK(writable("png", format(1, Pixel::u8, Space::data)) == format(1, Pixel::u8, Space::data));
}

TEST_CASE("floats become 16 bit where the file holds them, else 8 bit; PFM, HDR and NPY keep f32") {
    CHECK(writable("png", format(3, Pixel::f32)) == format(3, Pixel::u16));
    CHECK(writable("ppm", format(3, Pixel::f32)) == format(3, Pixel::u16));
    CHECK(writable("jpg", format(3, Pixel::f32)) == format(3, Pixel::u8));
    CHECK(writable("bmp", format(4, Pixel::f64)) == format(4, Pixel::u8));
    CHECK(writable("png", format(3, Pixel::f16)) == format(3, Pixel::u16));
    for (const char* extension : {"pfm", "hdr", "npy"})
        CHECK(writable(extension, format(3, Pixel::f32, Space::linear)) ==
              format(3, Pixel::f32, Space::linear));
    CHECK(writable("pfm", format(3, Pixel::f16, Space::linear)) == format(3, Pixel::f32, Space::linear));
    CHECK(writable("npy", format(3, Pixel::f64)) == format(3, Pixel::f64));
    CHECK(writable("pfm", format(1, Pixel::u16)) == format(1, Pixel::f32));
}

TEST_CASE("linear data is encoded for files that hold encoded values, and HDR gets linear data") {
    CHECK(writable("png", format(3, Pixel::f32, Space::linear)) == format(3, Pixel::u16));
    CHECK(writable("jpg", format(3, Pixel::u8, Space::linear)) == format(3, Pixel::u8));
    for (const char* extension : {"hdr", "pfm"}) {
        CHECK(writable(extension, format(3, Pixel::u8)) == format(3, Pixel::f32, Space::linear));
        CHECK(writable(extension, format(3, Pixel::f32, Space::data)) == format(3, Pixel::f32, Space::data));
    }
    CHECK(writable("pfm", format(1, Pixel::f32)) == format(1, Pixel::f32));
    if (can_write("tif"))
        CHECK(writable("tif", format(3, Pixel::u16, Space::linear)) == format(3, Pixel::u16));
    // Numbers beyond black and white, or in another model, are no encoded values.
    ImageFormat standardized = format(3, Pixel::f32);
    standardized.meant = ValueRange{-2, 2};
    CHECK(writable("pfm", standardized) == standardized);
    ImageFormat lab = format(3, Pixel::f32);
    lab.model = Model::lab;
    CHECK(writable("pfm", lab) == lab);
    CHECK(writable("npy", format(3, Pixel::u8, Space::linear)) == format(3, Pixel::u8, Space::linear));
    CHECK(writable("hdr", format(1, Pixel::f32, Space::data)) == format(1, Pixel::f32, Space::data));
}

TEST_CASE("data is converted for no file, of no depth") {
    for (const char* extension : {"png", "jpg", "bmp", "tga", "ppm", "pnm", "hdr", "pfm", "tif", "npy"}) {
        if (!can_write(extension)) continue;
        CAPTURE(extension);
        CHECK(writable(extension, format(3, Pixel::u8, Space::data)).space == Space::data);
        CHECK(writable(extension, format(3, Pixel::f32, Space::data)).space == Space::data);
        CHECK(writable(extension, format(1, Pixel::f16, Space::data)).space == Space::data);
    }
}

TEST_CASE(
    "another white is kept by PNM as its maxval and by files of floats, else becomes that of the type") {
    CHECK(writable("pgm", format(1, Pixel::u16, Space::encoded, 1023)).white == 1023);
    CHECK(writable("pgm", format(1, Pixel::u16, Space::encoded, 1000.5)).white == 0);
    CHECK(writable("png", format(1, Pixel::u16, Space::encoded, 1023)).white == 0);
    CHECK(writable("pfm", format(1, Pixel::f32, Space::linear, 255)).white == 255);
    CHECK(writable("hdr", format(1, Pixel::f32, Space::linear, 255)).white == 0);
    CHECK(writable("png", format(1, Pixel::f32, Space::encoded, 255)).white == 0);
    CHECK(writable("npy", format(1, Pixel::u8, Space::encoded, 1000.5)).white == 1000.5);
}

TEST_CASE("grey is spread to R, G and B where a file has no grey, and order becomes that of the device") {
    CHECK(writable("ppm", format(1, Pixel::u8)) == format(3, Pixel::u8));
    CHECK(writable("bmp", format(2, Pixel::u8)) == format(4, Pixel::u8));
    ImageFormat bgr = format(3, Pixel::u8);
    bgr.order = Order::bgr;
    CHECK(writable("png", bgr) == format(3, Pixel::u8));
}

TEST_CASE("16 bits become 8 where a file has no more, and alpha that it lacks is told") {
    CHECK(writable("jpg", format(3, Pixel::u16)) == format(3, Pixel::u8));
    CHECK(writable("bmp", format(2, Pixel::u16)) == format(4, Pixel::u8));
    CHECK(writable("png", format(3, Pixel::u16)) == format(3, Pixel::u16));
    CHECK(writable("jpg", format(3, Pixel::u16, Space::encoded, 1023)).white == 0);
    for (const Pixel pixel : {Pixel::u8, Pixel::u16}) {
        CHECK(lacks_alpha("jpg", format(4, pixel)));
        CHECK(lacks_alpha("jpg", format(2, pixel)));
        CHECK_FALSE(lacks_alpha("jpg", format(3, pixel)));
        CHECK_FALSE(lacks_alpha("png", format(4, pixel)));
        CHECK_FALSE(lacks_alpha("bmp", format(2, pixel)));
        CHECK_FALSE(lacks_alpha("qoi", format(4, pixel)));
    }
}

TEST_CASE("alpha, colours, signed numbers and layers that would be lost are errors that name a way out") {
    const std::string tif = can_write("tif") ? ".tif" : "";  // may be missing
    CHECK(format_refusal("jpg", format(4, Pixel::u8)) ==
          "JPEG cannot hold alpha: add `flatten white`, or another colour, before save, or save as " +
              either({".png", ".bmp", tif.empty() ? ".tga" : tif}));
    CHECK(format_refusal("ppm", format(4, Pixel::u16)) ==
          "PPM cannot hold alpha: add `flatten white`, or another colour, before save, or save as " +
              either({".png", tif, ".npy"}));
    CHECK(format_refusal("jpg", format(2, Pixel::u8)) ==
          "JPEG cannot hold alpha: add `flatten white`, or another colour, before save, or save as " +
              either({".png", tif, ".npy"}));
    CHECK(format_refusal("pgm", format(3, Pixel::u8)) ==
          "PGM cannot hold colours: add `convert channels=1` before save, or save as .png, .jpg or .bmp");
    const std::string other = either({tif, ".npy", ".fits"});
    CHECK(format_refusal("png", format(1, Pixel::i16)) ==
          "PNG cannot hold signed numbers (i16): add `convert pixel=u16` before save, or save as " + other);
    ImageFormat layers = format(1, Pixel::u8);
    layers.layers = 3;
    CHECK(format_refusal("png", layers) == "PNG cannot hold 3 layers: save as " + other);
    CHECK(writable("npy", layers) == layers);
    ImageFormat wide = format(3, Pixel::u8);
    wide.width = 70000;
    CHECK(format_refusal("jpg", wide) ==
          "JPEG cannot hold 70000x480 pixels (at most 65500 a side): save as .png, .bmp or .ppm");
}

TEST_CASE("an extension that cannot be written is an error that lists those that can") {
    const std::string list = "; it writes " + known::written_extensions();
    CHECK(format_refusal("psd", format(3, Pixel::u8)) == "sluice cannot write PSD" + list);
    CHECK(format_refusal("qoi", format(3, Pixel::u8)) == "'qoi' is no format that sluice writes" + list);
    CHECK(format_refusal("", format(3, Pixel::u8)) ==
          "the name has no extension that tells the format, such as .png" + list);
    CHECK(can_write("JPG"));
    CHECK_FALSE(can_write("psd"));
    CHECK_FALSE(can_write("pbm"));
}
