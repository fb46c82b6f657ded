// PFM: rows of floats, from the lowest row up, in either byte order. The size of the scale in the header has
// no meaning that programs agree on: numbers are kept as they are.
#include "io/codecs.hpp"
#include "io/text_reader.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

namespace sluice {
namespace {

struct PfmHeader {
    ImageFormat format;
    std::endian order = std::endian::native;
    std::size_t offset = 0;
};

PfmHeader read_header(Bytes head) {
    TextReader reader(head);
    PfmHeader header;
    header.format.channels = reader.word() == "PF" ? 3 : 1;
    header.format.width = reader.number("width");
    header.format.height = reader.number("height");
    header.format.pixel = Pixel::f32;
    header.format.space = Space::linear;
    const std::string text = reader.word();
    double scale = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), scale);
    if (fault != std::errc() || end != text.data() + text.size() || scale == 0 || !std::isfinite(scale))
        throw_input("its header is broken: its scale is '" + text + "'");
    header.order = scale < 0 ? std::endian::little : std::endian::big;
    reader.one_space();
    if (header.format.width == 0 || header.format.height == 0) throw_input("its size is 0");
    header.offset = reader.position();
    return header;
}

HostImage read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    const PfmHeader header = read_header(file);
    HostImage dst(header.format);
    decode_pixels(options, warn, [&] {
        if (!options.lenient && file.size() - header.offset < header.format.host_bytes()) throw EndOfData();
        ByteReader reader(file);
        reader.seek(header.offset);
        for (std::size_t y = header.format.height; y-- > 0;) {
            const Bytes src = reader.take(dst.pitch());
            std::memcpy(dst.row(y), src.data(), src.size());
            if (header.order == std::endian::native) continue;
            for (std::size_t i = 0; i < src.size(); i += 4) std::reverse(dst.row(y) + i, dst.row(y) + i + 4);
        }
    });
    return dst;
}

std::vector<std::uint8_t> write(const ConstHostView& src, const Metadata&, const EncodeOptions&,
                                const Warn&) {
    const std::string head = std::string(src.format.channels == 3 ? "PF" : "Pf") + "\n" +
                             std::to_string(src.format.width) + " " + std::to_string(src.format.height) +
                             "\n" + (std::endian::native == std::endian::little ? "-1.0" : "1.0") + "\n";
    const std::size_t row = src.format.host_bytes() / src.format.height;
    std::vector<std::uint8_t> out(head.size() + src.format.host_bytes());
    std::memcpy(out.data(), head.data(), head.size());
    std::uint8_t* at = out.data() + head.size();
    for (std::size_t y = src.format.height; y-- > 0; at += row) std::memcpy(at, src.row(y), row);
    return out;
}

}  // namespace

Codec pfm_codec() {
    Codec codec;
    codec.name = "PFM";
    codec.extensions = {"pfm"};
    codec.probe = [](Bytes head) {
        return (has_magic(head, "PF") || has_magic(head, "Pf")) && head.size() > 2 &&
               is_space(static_cast<char>(head[2]));
    };
    codec.read_header = [](Bytes head) { return read_header(head).format; };
    codec.read = read;
    codec.write = write;
    codec.holds.pixels = {Pixel::f32};
    codec.holds.channels = {1, 3};
    codec.holds.light = Capabilities::Light::any;
    codec.holds.white = true;
    return codec;
}

}  // namespace sluice
