// NPY 1.0, write only: the numbers as they are, for NumPy and all that reads its arrays.
#include "io/codecs.hpp"

#include <bit>
#include <cstring>
#include <string>

namespace sluice {
namespace {

std::string type_code(Pixel pixel) {
    const char kind = !is_integer(pixel) ? 'f' : is_signed(pixel) ? 'i' : 'u';
    const char order = bytes(pixel) == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
    return std::string{order, kind} + std::to_string(bytes(pixel));
}

// (h, w) of grey, (h, w, c) of several channels, (layers, h, w[, c]) of several layers.
std::string shape(const ImageFormat& format) {
    std::string text;
    if (format.layers > 1) text += std::to_string(format.layers) + ", ";
    text += std::to_string(format.height) + ", " + std::to_string(format.width);
    if (format.channels > 1) text += ", " + std::to_string(format.channels);
    return "(" + text + ")";
}

std::vector<std::uint8_t> write(const ConstHostView& src, const Metadata&, const EncodeOptions&,
                                const Warn&) {
    std::string dictionary = "{'descr': '" + type_code(src.format.pixel) +
                             "', 'fortran_order': False, 'shape': " + shape(src.format) + ", }";
    constexpr std::size_t before = 10;  // magic, version, length
    while ((before + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
    dictionary += '\n';

    std::vector<std::uint8_t> out{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    out.push_back(static_cast<std::uint8_t>(dictionary.size()));
    out.push_back(static_cast<std::uint8_t>(dictionary.size() >> 8));
    out.insert(out.end(), dictionary.begin(), dictionary.end());
    const std::size_t rows = src.format.height * src.format.layers;
    const std::size_t row = src.format.host_bytes() / rows;
    const std::size_t start = out.size();
    out.resize(start + src.format.host_bytes());
    for (std::size_t y = 0; y < rows; ++y) std::memcpy(out.data() + start + y * row, src.row(y), row);
    return out;
}

}  // namespace

Codec npy_codec() {
    Codec codec;
    codec.name = "NPY";
    codec.extensions = {"npy"};
    codec.write = write;
    codec.holds.pixels = {Pixel::u8,  Pixel::i8,  Pixel::u16, Pixel::i16,
                          Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.light = Capabilities::Light::any;
    codec.holds.white = true;
    codec.holds.layers = true;
    codec.holds.data = true;
    return codec;
}

}  // namespace sluice
