// A format that nothing else of the tree knows: "TOY1", width and height as two bytes each, grey bytes. It
// has options that nothing else knows, one that others have too, with another range, and another default.
#include "io/codec.hpp"
#include "io/shared_options.hpp"

#include <algorithm>
#include <cstring>

namespace sluice::formats {
namespace {

constexpr std::size_t header_bytes = 8;

struct ToyReading {
    bool negative = false;
};
const Declared<ToyReading>& toy_reading() {
    static const auto options =
        Declared<ToyReading>().param("negative", &ToyReading::negative, "Reads black as white.");
    return options;
}

struct ToyWriting {
    int ink = 0, compression = 0, quality = 120;
};
Declared<ToyWriting> declared() {
    Declared<ToyWriting> options;
    declare_compression(options);
    return options
        .param("ink", &ToyWriting::ink, "Darkens all pixels. Black stays as it is.", range(0, 255),
               option("toy-ink"))
        .param("quality", &ToyWriting::quality, "How good a toy it is.", range(50, 200));
}
const Declared<ToyWriting>& toy_writing() {
    static const Declared<ToyWriting> options = declared();
    return options;
}

ImageFormat toy_format(Bytes head) {
    ByteReader reader(head);
    reader.seek(4);
    const std::size_t width = reader.u16le();
    const std::size_t height = reader.u16le();
    return {width, height, 1};
}

HostImage toy_read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    HostImage dst(toy_format(file));
    const std::size_t width = dst.format().width;
    decode_pixels(options, warn, [&] {
        ByteReader reader(file);
        reader.seek(header_bytes);
        for (std::size_t y = 0; y < dst.format().height; ++y)
            std::memcpy(dst.row(y), reader.take(width).data(), width);
    });
    if (toy_reading().filled(options.own).negative)
        for (std::size_t y = 0; y < dst.format().height; ++y)
            for (std::size_t x = 0; x < width; ++x) dst.row(y)[x] = ~dst.row(y)[x];
    return dst;
}

std::vector<std::uint8_t> toy_write(const ConstHostView& src, const Metadata&, const EncodeOptions& options,
                                    const Warn& warn) {
    const ToyWriting own = toy_writing().filled(options.own);
    if (own.quality != ToyWriting{}.quality) warn("a toy of quality " + std::to_string(own.quality));
    const auto byte = [](std::size_t n) { return static_cast<std::uint8_t>(n & 255); };
    const std::size_t width = src.format.width, height = src.format.height;
    std::vector<std::uint8_t> file{
        'T', 'O', 'Y', '1', byte(width), byte(width / 256), byte(height), byte(height / 256)};
    for (std::size_t y = 0; y < height; ++y) {
        const auto* row = reinterpret_cast<const std::uint8_t*>(src.row(y));
        for (std::size_t x = 0; x < width; ++x)
            file.push_back(byte(row[x] - std::min<std::size_t>(row[x], static_cast<std::size_t>(own.ink))));
    }
    return file;
}

}  // namespace

std::vector<Codec> toy() {
    Codec codec;
    codec.name = "TOY";
    codec.extensions = {"toy"};
    codec.libraries = {TOY_LIBRARY};
    codec.probe = [](Bytes head) { return has_magic(head, "TOY1"); };
    codec.read_header = [](Bytes head) { return toy_format(head); };
    codec.read = toy_read;
    codec.write = toy_write;
    codec.load_options = toy_reading().params();
    codec.save_options = toy_writing().params();
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1};
    codec.holds.max_side = 65535;
    return {codec};
}

}  // namespace sluice::formats
