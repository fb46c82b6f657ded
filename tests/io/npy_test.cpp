#include "tests/io/known_image.hpp"

#include "io/codecs.hpp"
#include "io/read.hpp"
#include "io/write.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <tuple>
#include <vector>

using namespace sluice;

namespace {

std::string encoded(const HostImage& image) {
    const std::vector<std::uint8_t> bytes = encode("npy", image.view());
    return {bytes.begin(), bytes.end()};
}

// The dictionary, without the spaces that fill it up.
std::string dictionary(const std::string& file) {
    const std::size_t size = static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
    std::string text = file.substr(10, size);
    CHECK(text.back() == '\n');
    text.pop_back();
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}  // namespace

TEST_CASE("an NPY has version 1.0, aligned data and a dictionary that tells type and shape") {
    const std::string rgb = encoded(known::image(known::rgb()));
    CHECK(rgb.substr(0, 8) == std::string("\x93NUMPY\1\0", 8));
    CHECK(dictionary(rgb) == "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 5, 3), }");
    CHECK((rgb.size() - 3 * 5 * 3) % 64 == 0);
    const struct {
        Pixel pixel;
        const char* code;
    } types[] = {{Pixel::i8, "|i1"},  {Pixel::u16, "<u2"}, {Pixel::i16, "<i2"}, {Pixel::i32, "<i4"},
                 {Pixel::f16, "<f2"}, {Pixel::f32, "<f4"}, {Pixel::f64, "<f8"}};
    for (const auto& type : types)
        CHECK(dictionary(encoded(known::image(known::scaled({known::grey}, 0.25), type.pixel))) ==
              "{'descr': '" + std::string(type.code) + "', 'fortran_order': False, 'shape': (3, 5), }");
}

TEST_CASE("the data of an NPY are the rows from the top") {
    const HostImage src = known::image(known::scaled(known::rgba(), 0.5), Pixel::f64);
    const std::string file = encoded(src);
    const std::size_t size = src.format().host_bytes();
    CHECK(std::memcmp(file.data() + file.size() - size, src.row(0), size) == 0);
}

TEST_CASE("several layers become the first of four axes of an NPY, so that they read back as they are") {
    ImageFormat format;
    format.layers = 2;
    const std::string file = encoded(known::image({known::grey}, Pixel::u8, format));
    CHECK(dictionary(file) == "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 5, 1), }");
    for (const int channels : {1, 2, 3, 4})
        for (const std::size_t width : {1, 3, 5}) {  // no width is taken for channels
            ImageFormat all{width, 4, channels, Pixel::u16};
            all.layers = 3;
            HostImage image(all);
            for (std::size_t y = 0; y < all.rows(); ++y)
                for (std::size_t i = 0; i < width * static_cast<std::size_t>(channels); ++i)
                    image.as<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(100 * y + i);
            const HostImage again = read(encode("npy", image.view()), "test");
            REQUIRE(again.format() == all);
            CHECK(std::memcmp(again.row(0), image.row(0), all.host_bytes()) == 0);
        }
}

namespace {

// A file of version 1.0 that says this of its data.
std::string file_of(const std::string& dictionary, const std::string& data) {
    std::string head("\x93NUMPY\1\0", 8);
    head += static_cast<char>(dictionary.size());
    head += static_cast<char>(dictionary.size() >> 8);
    return head + dictionary + data;
}
std::string array(const std::string& type, const std::string& shape, bool columns = false) {
    return "{'descr': '" + type + "', 'fortran_order': " + (columns ? "True" : "False") +
           ", 'shape': " + shape + ", }\n";
}
std::string refused(const std::string& dictionary) {
    return known::error_of([&] { read(as_bytes(file_of(dictionary, std::string(64, 'x'))), "x"); });
}

ReadOptions laid_out(const std::string& layout) {
    ReadOptions options;
    options.of_format["layout"] = layout;
    return options;
}
std::string shape_refusal(const std::string& shape, const std::string& layout = "auto") {
    const std::string file = file_of(array("|u1", shape), "");
    return known::error_of([&] { probe(as_bytes(file), "x", laid_out(layout)); });
}

}  // namespace

TEST_CASE("an NPY that is written reads back bit for bit, whatever its numbers; floats are numbers") {
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64})
        for (const auto& values : {known::rgba(), known::rgb(), std::vector<known::Value>{known::grey}}) {
            ImageFormat format;
            format.space = is_integer(pixel) ? Space::encoded : Space::data;
            const HostImage src = known::image(known::scaled(values, 0.25), pixel, format);
            CHECK(known::difference(read(encode("npy", src.view()), "test"), src) == "");
        }
    ImageFormat layers;
    layers.layers = 2;
    const HostImage src = known::image(known::rgb(), Pixel::u16, layers);
    CHECK(known::difference(read(encode("npy", src.view()), "test"), src) == "");
}

TEST_CASE("the header of an NPY says type, byte order and shape in the ways of NumPy") {
    const std::string data("\0\1\2\3\4\5\6\7\10\11\12\13", 12);
    const auto format = [&](const std::string& type, const std::string& shape) {
        return read(as_bytes(file_of(array(type, shape), data)), "x").format().text();
    };
    CHECK(format("|u1", "(3, 4)") == "4x3 u8 x1");
    CHECK(format("|u1", "(2, 2, 3)") == "2x2 u8 x3");
    CHECK(format("|u1", "(3, 2, 1, 2)") == "1x2 u8 x2 3 layers");
    CHECK(format("|b1", "(3, 4)") == "4x3 u8 x1 white 1");
    CHECK(format("<f4", "(1, 3)") == "3x1 f32 x1 data");
    const HostImage big = read(as_bytes(file_of(array(">i2", "(2, 3)"), data)), "x");
    CHECK(big.as<std::int16_t>(0)[0] == 1);
    CHECK(big.as<std::int16_t>(1)[2] == 0x0A0B);
    // Version 2.0 has four bytes for the length; quotes and the order of keys are Python's to choose.
    const std::string dictionary = "{\"shape\":(2,3),\"descr\":\"<u2\",\"fortran_order\":False}";
    const std::string second = std::string("\x93NUMPY\2\0", 8) + static_cast<char>(dictionary.size()) +
                               std::string(3, '\0') + dictionary + data;
    CHECK(read(as_bytes(second), "x").as<std::uint16_t>(1)[0] == 0x0706);
}

TEST_CASE("unsigned integers of 32 bits become the floats that hold all of them") {
    const std::string data("\0\0\0\1\1\2\3\4\xFF\xFF\xFF\xFF\7\0\0\0", 16);
    const HostImage big = read(as_bytes(file_of(array(">u4", "(2, 2)"), data)), "x");
    CHECK(big.format().text() == "2x2 f64 x1 data");
    CHECK(big.as<double>(0)[0] == 1);
    CHECK(big.as<double>(0)[1] == 0x01020304);
    CHECK(big.as<double>(1)[0] == 4294967295.0);
    CHECK(big.as<double>(1)[1] == 0x07000000);
    const HostImage planes = read(as_bytes(file_of(array("<u4", "(2, 1, 2)"), data)), "x", laid_out("chw"));
    CHECK(planes.format().text() == "2x1 f64 x2 data");
    CHECK(planes.as<double>(0)[0] == 0x01000000);
    CHECK(planes.as<double>(0)[1] == 4294967295.0);
    CHECK(planes.as<double>(0)[2] == 0x04030201);
    CHECK(planes.as<double>(0)[3] == 7);
}

TEST_CASE("an NPY that is no image is refused, with what would be one") {
    CHECK(refused(array("|u1", "(4, 4)", true)) ==
          "x: it holds columns one after the other (fortran_order); numpy.ascontiguousarray makes rows");
    CHECK(refused(array("<c8", "(2, 2)")) ==
          "x: its numbers are of type '<c8', and an image has u1, i1, u2, i2, u4, i4, f2, f4, f8 or b1");
    const std::string shapes =
        " is none of an image: (height, width), (height, width, channels) with 1 to 4 channels, and layers "
        "in "
        "front of these";
    CHECK(refused(array("|u1", "(64,)")) == "x: its shape (64)" + shapes);
    CHECK(refused(array("|u1", "()")) == "x: its shape ()" + shapes);
    CHECK(refused(array("|u1", "(0, 8)")) == "x: its shape (0, 8)" + shapes);
    CHECK(refused(array("|u1", "(1, 5, 2, 5)")) == "x: its shape (1, 5, 2, 5)" + shapes);
    CHECK(refused("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }") ==
          "x: it holds records, not numbers");
    for (const std::string broken : {"", "{", "{'descr': '|u1'", "{'shape': (2, -1)}", "{'other': 1}", "[]",
                                     "{'shape': (99999999999999999999, 2)}"})
        CHECK(refused(broken) == "x: its header is broken: it is no dictionary of an array");
    CHECK(refused("{}").starts_with("x: its numbers are of type ''"));
    CHECK(known::error_of([] { read(as_bytes(file_of(array("|u1", "(3, 4)"), "short")), "x"); }) ==
          "x: its data ends early; load.lenient=true takes what can be read");
}

TEST_CASE(
    "three axes of which the last is no 1 to 4 channels are refused, with the words that say what they are") {
    CHECK(
        shape_refusal("(64, 48, 5)") ==
        "x: its shape (64, 48, 5) does not say what its axes are, since the last is not 1 to 4 channels: say "
        "`load layout=nhw` (64 layers of 5x48 pixels), or load.layout=nhw");
    CHECK(shape_refusal("(3, 480, 640)") ==
          "x: its shape (3, 480, 640) does not say what its axes are, since the last is not 1 to 4 channels: "
          "say "
          "`load layout=chw` (3 channels of 640x480 pixels) or `load layout=nhw` (3 layers of 640x480 "
          "pixels), or "
          "load.layout=chw or nhw");
    CHECK(shape_refusal("(2, 1, 48, 64)") ==
          "x: its shape (2, 1, 48, 64) does not say what its axes are, since the last is not 1 to 4 "
          "channels: say "
          "`load layout=nchw` (2 layers of 1 channel of 64x48 pixels), or load.layout=nchw");
    CHECK(shape_refusal("(2, 8, 48, 64)").find("is none of an image") != std::string::npos);
    CHECK(shape_refusal("(64, 48, 5)", "hwc") ==
          "x: its shape (64, 48, 5) has 5 channels as layout=hwc, and an image has 1 to 4");
    CHECK(shape_refusal("(64, 48, 5)", "nhwc") ==
          "x: its shape (64, 48, 5) has 3 axes, and layout=nhwc has 4");
}

TEST_CASE("every layout of an NPY gives the same image, whole and by rows") {
    // n layers of h x w pixels of c channels, each sample another number.
    constexpr std::size_t n = 2, h = 3, w = 5, c = 3;
    const auto value = [](std::size_t layer, std::size_t y, std::size_t x, std::size_t channel) {
        return static_cast<char>(((layer * h + y) * w + x) * c + channel);
    };
    for (const auto& [layout, layers, channels] : {std::tuple{"hw", std::size_t{1}, std::size_t{1}},
                                                   {"hwc", 1, c},
                                                   {"chw", 1, c},
                                                   {"nhw", n, 1},
                                                   {"nhwc", n, c},
                                                   {"nchw", n, c}}) {
        const std::string letters = layout;
        CAPTURE(letters);
        const bool planar = letters.find("ch") != std::string::npos;
        std::string data, shape;
        for (const char letter : letters)
            shape += std::to_string(letter == 'n' ? n : letter == 'h' ? h : letter == 'w' ? w : c) + ", ";
        for (std::size_t layer = 0; layer < layers; ++layer)
            for (std::size_t plane = 0; plane < (planar ? channels : 1); ++plane)
                for (std::size_t y = 0; y < h; ++y)
                    for (std::size_t x = 0; x < w; ++x)
                        for (std::size_t i = 0; i < (planar ? 1 : channels); ++i)
                            data += value(layer, y, x, planar ? plane : i);
        const std::string file = file_of(array("|u1", "(" + shape + ")"), data);
        const HostImage image = read(as_bytes(file), "x", laid_out(layout));
        const auto written = encode("npy", image.view(), {}, {{"layout", letters}});
        CHECK(dictionary({written.begin(), written.end()})
                  .find("(" + shape.substr(0, shape.size() - 2) + ")") != std::string::npos);
        CHECK(std::string(written.end() - static_cast<std::ptrdiff_t>(data.size()), written.end()) == data);
        REQUIRE(image.format().layers == layers);
        REQUIRE(image.format().channels == static_cast<int>(channels));
        const TemporaryFolder folder;
        const auto opened = open_image(folder.put("a.npy", file).string(), laid_out(layout));
        const auto rows = opened->rows({});
        ImageFormat one = rows->format();
        one.height = 1, one.layers = 1;
        HostImage row(one);
        for (std::size_t at = 0; at < layers * h; ++at) {
            rows->read(row.view());
            for (std::size_t x = 0; x < w; ++x)
                for (std::size_t i = 0; i < channels; ++i) {
                    const auto expected = static_cast<std::uint8_t>(value(at / h, at % h, x, i));
                    CHECK(image.as<std::uint8_t>(at)[x * channels + i] == expected);
                    CHECK(row.as<std::uint8_t>(0)[x * channels + i] == expected);
                }
        }
    }
    const std::string big = file_of(array(">u2", "(2, 1, 2)"), std::string("\0\1\0\2\0\3\0\4", 8));
    const HostImage image = read(as_bytes(big), "x", laid_out("chw"));
    CHECK(image.as<std::uint16_t>(0)[1] == 3);  // the other byte order, in planes too
}

TEST_CASE("an array without an axis that the image has is refused, and nothing is written") {
    const auto refusal = [](const ImageFormat& format, const std::string& layout) {
        return known::error_of([&] { encode("npy", HostImage(format).view(), {}, {{"layout", layout}}); });
    };
    CHECK(refusal({5, 4, 3}, "hw") == "layout=hw has no axis for the 3 channels of the image");
    ImageFormat layers{5, 4, 3};
    layers.layers = 2;
    CHECK(refusal(layers, "chw") == "layout=chw has no axis for the 2 layers of the image");
    CHECK(refusal({5, 4, 1}, "nchw") == "");
}

TEST_CASE("truth values stay truth values") {
    ImageFormat format{3, 1, 1, Pixel::u8};
    format.white = 1;
    HostImage image(format);
    image.as<std::uint8_t>(0)[1] = 1;
    image.as<std::uint8_t>(0)[2] = 2;  // above white
    std::vector<std::string> said;
    const auto file =
        encode("npy", image.view(), {}, {}, [&](const std::string& text) { said.push_back(text); });
    CHECK(dictionary({file.begin(), file.end()}).find("'|b1'") != std::string::npos);
    const HostImage again = read(file, "x");
    CHECK(again.format() == format);
    CHECK(again.as<std::uint8_t>(0)[1] == 1);
    CHECK(again.as<std::uint8_t>(0)[2] == 1);
    CHECK(said == std::vector<std::string>{"1 samples above the white of 1 were clamped"});
}

namespace {

// What joining these files gives, or why it fails.
std::string joined(const std::vector<std::string>& files, const std::string& layout = "auto") {
    std::string all;
    EncodeOptions options;
    options.own["layout"] = layout;
    const auto joiner = codec_of_extension("npy")->join(
        [&](Bytes bytes) { all.append(bytes.begin(), bytes.end()); }, files.size(), options);
    const std::string fault = known::error_of([&] {
        for (const std::string& file : files) joiner->add(file_bytes(as_bytes(file)));
    });
    return fault.empty() ? all : fault;
}

}  // namespace

TEST_CASE("arrays are joined along a new first axis, and those that differ or are damaged are refused") {
    const std::string a = file_of(array("<f4", "(1, 2)"), "12345678");
    const std::string b = file_of(array("<f4", "(1, 2)"), "abcdefgh");
    const std::string both = joined({a, b});
    CHECK(dictionary(both) == "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 2), }");
    CHECK(both.ends_with("12345678abcdefgh"));
    CHECK((both.size() - 16) % 64 == 0);
    CHECK(dictionary(joined({a}, "nhw")) == "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }");
    CHECK(joined({a, file_of(array("<f4", "(2, 1)"), "12345678")}) ==
          "its array is (2, 1) of <f4, and that of the first is (1, 2) of <f4");
    CHECK(joined({a, file_of(array("<i4", "(1, 2)"), "12345678")}) ==
          "its array is (1, 2) of <i4, and that of the first is (1, 2) of <f4");
    CHECK(joined({a, a.substr(0, a.size() - 1)}).find("ends early") != std::string::npos);
    CHECK(joined({file_of(array("|u1", "(2, 1, 1, 1)"), "12")}).find("has several layers") !=
          std::string::npos);
    CHECK(joined({"no array"}) != "");
}
