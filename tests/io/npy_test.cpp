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
        CHECK(dictionary(encoded(known::image({known::grey}, type.pixel))) ==
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
