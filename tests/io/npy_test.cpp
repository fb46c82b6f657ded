#include "tests/io/known_image.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

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

TEST_CASE("several layers become the first axis of an NPY") {
    ImageFormat format;
    format.layers = 2;
    const std::string file = encoded(known::image({known::grey}, Pixel::u8, format));
    CHECK(dictionary(file) == "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 5), }");
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

}  // namespace

TEST_CASE("an NPY that is written reads back bit for bit, whatever its numbers; floats are linear") {
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64})
        for (const auto& values : {known::rgba(), known::rgb(), std::vector<known::Value>{known::grey}}) {
            ImageFormat format;
            format.space = is_integer(pixel) ? Space::encoded : Space::linear;
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
    CHECK(format("|u1", "(2, 1, 6)") == "6x1 u8 x1 2 layers");
    CHECK(format("|u1", "(3, 2, 1, 2)") == "1x2 u8 x2 3 layers");
    CHECK(format("|b1", "(3, 4)") == "4x3 u8 x1 white 1");
    CHECK(format("<f4", "(1, 3)") == "3x1 f32 x1 linear");
    const HostImage big = read(as_bytes(file_of(array(">i2", "(2, 3)"), data)), "x");
    CHECK(big.as<std::int16_t>(0)[0] == 1);
    CHECK(big.as<std::int16_t>(1)[2] == 0x0A0B);
    // Version 2.0 has four bytes for the length; quotes and the order of keys are Python's to choose.
    const std::string dictionary = "{\"shape\":(2,3),\"descr\":\"<u2\",\"fortran_order\":False}";
    const std::string second = std::string("\x93NUMPY\2\0", 8) + static_cast<char>(dictionary.size()) +
                               std::string(3, '\0') + dictionary + data;
    CHECK(read(as_bytes(second), "x").as<std::uint16_t>(1)[0] == 0x0706);
}

TEST_CASE("an NPY that is no image is refused, with what would be one") {
    CHECK(refused(array("|u1", "(4, 4)", true)) ==
          "x: it holds columns one after the other (fortran_order); numpy.ascontiguousarray makes rows");
    CHECK(refused(array("<c8", "(2, 2)")) ==
          "x: its numbers are of type '<c8', and an image has u1, i1, u2, i2, i4, f2, f4, f8 or b1");
    const std::string shapes =
        " is none of an image: (height, width), (height, width, channels) with 1 to 4 channels, and layers "
        "in "
        "front of these";
    CHECK(refused(array("|u1", "(64,)")) == "x: its shape (64)" + shapes);
    CHECK(refused(array("|u1", "()")) == "x: its shape ()" + shapes);
    CHECK(refused(array("|u1", "(0, 8)")) == "x: its shape (0, 8)" + shapes);
    CHECK(refused(array("|u1", "(1, 2, 2, 5)")) == "x: its shape (1, 2, 2, 5)" + shapes);
    CHECK(refused("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }") ==
          "x: it holds records, not numbers");
    for (const std::string broken : {"", "{", "{'descr': '|u1'", "{'shape': (2, -1)}", "{'other': 1}", "[]",
                                     "{'shape': (99999999999999999999, 2)}"})
        CHECK(refused(broken) == "x: its header is broken: it is no dictionary of an array");
    CHECK(refused("{}").starts_with("x: its numbers are of type ''"));
    CHECK(known::error_of([] { read(as_bytes(file_of(array("|u1", "(3, 4)"), "short")), "x"); }) ==
          "x: its data ends early; --lenient takes what can be read");
}
