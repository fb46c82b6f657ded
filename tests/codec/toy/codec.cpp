// A format that nothing else of the tree knows: "TOY1", width and height as two bytes each, grey bytes.
#include "io/codec.hpp"

#include <cstring>

namespace sluice::formats {
namespace {

constexpr std::size_t header_bytes = 8;

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
    return dst;
}

std::vector<std::uint8_t> toy_write(const ConstHostView& src, const Metadata&, const EncodeOptions&,
                                    const Warn&) {
    const auto byte = [](std::size_t n) { return static_cast<std::uint8_t>(n & 255); };
    const std::size_t width = src.format.width, height = src.format.height;
    std::vector<std::uint8_t> file{
        'T', 'O', 'Y', '1', byte(width), byte(width / 256), byte(height), byte(height / 256)};
    for (std::size_t y = 0; y < height; ++y) {
        const auto* row = reinterpret_cast<const std::uint8_t*>(src.row(y));
        file.insert(file.end(), row, row + width);
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
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1};
    codec.holds.max_side = 65535;
    return {codec};
}

}  // namespace sluice::formats
