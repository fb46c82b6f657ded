// PSD: the flattened picture that Photoshop stores behind the layers. Own code: stb_image 2.27 reads no
// grey, no palette and no 16 bit with run lengths, and takes white out of colours that have none.
#include "io/codec.hpp"
#include "io/resources.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sluice {
namespace {

struct PsdHeader {
    enum Mode { grey = 1, indexed = 2, rgb = 3, duotone = 8 };

    ImageFormat format;
    int mode = rgb;
    std::size_t planes = 0;  // stored
    bool runs = false;
    bool matte = false;      // colours were blended with white where the picture is transparent
    Bytes palette;           // 256 reds, greens, blues
    std::size_t offset = 0;  // of what follows the kind of compression
};

// The fixed part: format and mode. `reader` is left behind it.
PsdHeader read_start(ByteReader& reader) {
    constexpr std::array<std::string_view, 10> modes{
        "bitmap",          "grey",         "indexed", "RGB", "CMYK", "an unknown mode",
        "an unknown mode", "multichannel", "duotone", "Lab"};
    reader.skip(12);  // magic, version, reserved
    PsdHeader header;
    header.planes = reader.u16be();
    header.format.height = reader.u32be();
    header.format.width = reader.u32be();
    const int depth = reader.u16be();
    header.mode = reader.u16be();
    if (header.format.width == 0 || header.format.height == 0)
        throw_input("it is a broken PSD: it has no pixels");
    if (depth != 8 && depth != 16)
        throw_input("it is a PSD with " + std::to_string(depth) + " bits a channel; 8 and 16 can be read");
    if (header.mode != PsdHeader::grey && header.mode != PsdHeader::indexed &&
        header.mode != PsdHeader::rgb && header.mode != PsdHeader::duotone)
        throw_input("it is a PSD in " +
                    std::string(modes[static_cast<std::size_t>(std::min(header.mode, 9))]) +
                    "; RGB, grey and indexed colours can be read");
    if (header.mode == PsdHeader::indexed && depth != 8) throw_input("it is a broken PSD: 16 bit indices");
    const std::size_t colors = header.mode == PsdHeader::rgb ? 3 : 1;
    if (header.planes < colors) throw_input("it is a broken PSD: it has too few channels");
    header.format.channels =
        header.mode == PsdHeader::indexed ? 3 : static_cast<int>(colors) + (header.planes > colors ? 1 : 0);
    header.format.grey_alpha = header.format.channels == 2;
    header.format.pixel = depth == 16 ? Pixel::u16 : Pixel::u8;
    return header;
}

PsdHeader read_header(Bytes file) {
    ByteReader reader(file);
    PsdHeader header = read_start(reader);
    const Bytes palette = reader.take(reader.u32be());
    if (header.mode == PsdHeader::indexed) {
        if (palette.size() < 768) throw_input("it is a broken PSD: it has no palette");
        header.palette = palette.first(768);
    }
    reader.skip(reader.u32be());  // resources
    const Bytes layers = reader.take(reader.u32be());
    // A negative number of layers says that the first channel behind the colours is the transparency.
    if (layers.size() >= 6 && ByteReader(layers).u32be() >= 2) header.matte = (layers[4] & 0x80) != 0;
    const int compression = reader.u16be();
    if (compression > 1)
        throw_input("it is a PSD with compression " + std::to_string(compression) + "; 0 and 1 can be read");
    header.runs = compression == 1;
    header.offset = reader.position();
    return header;
}

// One row of one plane. PackBits: n < 128 is followed by n + 1 bytes, n > 128 by one byte that
// stands 257 - n times.
void read_runs(ByteReader& reader, std::vector<std::uint8_t>& row) {
    for (std::size_t x = 0; x < row.size();) {
        const std::size_t code = reader.u8();
        if (code == 128) continue;
        const bool run = code > 128;
        const std::size_t count = run ? 257 - code : code + 1;
        if (count > row.size() - x) throw_input("it is a broken PSD: a run extends beyond its row");
        const Bytes values = reader.take(run ? 1 : count);
        for (std::size_t i = 0; i < count; ++i) row[x++] = values[run ? 0 : i];
    }
}

template <class T>
void put_row(const std::vector<std::uint8_t>& src, HostImage& dst, std::size_t y, std::size_t channel) {
    const std::size_t channels = static_cast<std::size_t>(dst.format().channels);
    T* line = dst.as<T>(y);
    for (std::size_t x = 0; x < dst.format().width; ++x)
        line[x * channels + channel] =
            sizeof(T) == 1 ? src[x] : static_cast<T>(src[2 * x] << 8 | src[2 * x + 1]);
}

void put_palette(const std::vector<std::uint8_t>& src, Bytes palette, std::uint8_t* dst) {
    for (const std::uint8_t index : src)
        for (std::size_t c = 0; c < 3; ++c) *dst++ = palette[256 * c + index];
}

// Takes the white out again: stored = colour * alpha + white * (1 - alpha).
template <class T>
void remove_matte(HostImage& dst) {
    const std::size_t channels = static_cast<std::size_t>(dst.format().channels);
    const std::int64_t white = dst.format().pixel == Pixel::u16 ? 65535 : 255;
    for (std::size_t y = 0; y < dst.format().height; ++y) {
        T* pixel = dst.as<T>(y);
        for (std::size_t x = 0; x < dst.format().width; ++x, pixel += channels) {
            const std::int64_t alpha = pixel[channels - 1];
            if (alpha == 0 || alpha == white) continue;
            for (std::size_t c = 0; c + 1 < channels; ++c) {
                const std::int64_t color = std::max<std::int64_t>(pixel[c] - (white - alpha), 0);
                pixel[c] = static_cast<T>(std::min(white, (color * white + alpha / 2) / alpha));
            }
        }
    }
}

void read_pixels(const PsdHeader& header, ByteReader& reader, HostImage& dst) {
    const bool deep = header.format.pixel == Pixel::u16;
    std::vector<std::uint8_t> row(header.format.width * (deep ? 2 : 1));
    if (header.runs) reader.skip(header.format.height * header.planes * 2);  // lengths of the rows
    const std::size_t used =
        header.mode == PsdHeader::indexed ? 1 : static_cast<std::size_t>(header.format.channels);
    for (std::size_t plane = 0; plane < used; ++plane)
        for (std::size_t y = 0; y < header.format.height; ++y) {
            if (header.runs) {
                read_runs(reader, row);
            } else {
                const Bytes src = reader.take(row.size());
                std::copy(src.begin(), src.end(), row.begin());
            }
            if (header.mode == PsdHeader::indexed)
                put_palette(row, header.palette, dst.as<std::uint8_t>(y));
            else if (deep)
                put_row<std::uint16_t>(row, dst, y, plane);
            else
                put_row<std::uint8_t>(row, dst, y, plane);
        }
    if (header.matte && dst.format().has_alpha())
        deep ? remove_matte<std::uint16_t>(dst) : remove_matte<std::uint8_t>(dst);
}

}  // namespace

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> psd() {
    Codec codec;
    codec.name = "PSD";
    codec.rank = 50;
    codec.extensions = {"psd"};
    codec.probe = [](Bytes head) { return has_magic(head, std::string_view("8BPS\0\1", 6)); };
    codec.read_header = [](Bytes head) {
        ByteReader reader(head);
        return read_start(reader).format;
    };
    codec.read = [](Bytes file, const DecodeOptions& options, const Warn& warn) {
        const PsdHeader header = read_header(file);
        HostImage dst(header.format);
        decode_pixels(options, warn, [&] {
            ByteReader reader(file);
            reader.seek(header.offset);
            read_pixels(header, reader, dst);
        });
        return dst;
    };
    codec.read_metadata = [](Bytes head) {
        Metadata metadata;
        ByteReader reader(head);
        read_start(reader);
        reader.skip(reader.u32be());  // the palette
        take_resources(metadata, reader.take(reader.u32be()));
        return metadata;
    };
    codec.reads_kinds = {MetadataKind::exif, MetadataKind::xmp, MetadataKind::iptc};
    return {codec};
}

}  // namespace sluice::formats
