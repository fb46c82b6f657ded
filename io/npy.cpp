// NPY 1.0, write only: the numbers as they are, for NumPy and all that reads its arrays.
#include "io/codecs.hpp"

#include <bit>
#include <memory>
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

class NpyWriter : public RowWriter {
public:
    NpyWriter(Output& file, const ImageFormat& format) : file_(file) {
        std::string dictionary = "{'descr': '" + type_code(format.pixel) +
                                 "', 'fortran_order': False, 'shape': " + shape(format) + ", }";
        constexpr std::size_t before = 10;  // magic, version, length
        while ((before + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
        dictionary += '\n';
        std::vector<std::uint8_t> head{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
        head.push_back(static_cast<std::uint8_t>(dictionary.size()));
        head.push_back(static_cast<std::uint8_t>(dictionary.size() >> 8));
        head.insert(head.end(), dictionary.begin(), dictionary.end());
        file_.append(head);
    }

    void write(const ConstHostView& rows) override {
        const std::size_t row = rows.format.host_bytes() / rows.format.rows();
        for (std::size_t y = 0; y < rows.format.rows(); ++y)
            file_.append({reinterpret_cast<const std::uint8_t*>(rows.row(y)), row});
    }
    void finish() override {}

private:
    Output& file_;
};

}  // namespace

Codec npy_codec() {
    Codec codec;
    codec.name = "NPY";
    codec.extensions = {"npy"};
    codec.begin = [](Output& file, const ImageFormat& format, const Metadata&, const EncodeOptions&,
                     const Warn&) { return std::make_unique<NpyWriter>(file, format); };
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
