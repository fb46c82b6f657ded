// BMP. Own code: stb_image 2.27 takes no RLE and no OS/2 2 headers, guesses alpha from the pixels, reads
// memory that it never set where an index is outside of the palette, and takes the missing end of a file
// for black.
#include "io/bmp/bmp.hpp"

#include "io/bmp/header.hpp"
#include "io/codec.hpp"

#include <algorithm>
#include <bit>

namespace sluice {
namespace {

std::uint8_t* pixel(HostImage& dst, std::size_t x, std::size_t y) {
    return dst.as<std::uint8_t>(y) + x * static_cast<std::size_t>(dst.format().channels);
}

// Stores palette entry `index`; black, and false, when the palette does not have it.
bool put_index(const BmpHeader& header, std::uint8_t* dst, int channels, std::size_t index) {
    if (channels == 1) {
        *dst = static_cast<std::uint8_t>(index);
        return true;
    }
    const bool found = index < header.palette.size();
    if (found)
        std::copy(header.palette[index].begin(), header.palette[index].end(), dst);
    else
        std::fill_n(dst, 3, std::uint8_t{0});
    return found;
}

void check_indices(bool inside) {
    if (!inside) throw_input("it is a broken BMP: a pixel is outside of its palette");
}

// The bits of `mask` in `value`, stretched to 0..255 and rounded.
std::uint8_t masked(std::uint32_t value, std::uint32_t mask) {
    if (mask == 0) return 255;
    const int shift = std::countr_zero(mask);
    const std::uint64_t top = mask >> shift;
    return static_cast<std::uint8_t>((((value & mask) >> shift) * std::uint64_t{255} + top / 2) / top);
}

// False when a pixel is outside of the palette.
bool read_row(const BmpHeader& header, Bytes src, std::uint8_t* dst, int channels) {
    bool inside = true;
    for (std::size_t x = 0; x < header.width; ++x, dst += channels) {
        if (header.bits <= 8) {
            const std::size_t bit = x * static_cast<std::size_t>(header.bits);
            const std::size_t shift = 8 - bit % 8 - static_cast<std::size_t>(header.bits);
            inside &= put_index(header, dst, channels, (src[bit / 8] >> shift) & ((1u << header.bits) - 1));
        } else if (header.bits == 24) {
            dst[0] = src[3 * x + 2];
            dst[1] = src[3 * x + 1];
            dst[2] = src[3 * x];
        } else {
            const std::size_t at = x * static_cast<std::size_t>(header.bits / 8);
            std::uint32_t value = src[at] | src[at + 1] << 8;
            if (header.bits == 32) value |= src[at + 2] << 16 | static_cast<std::uint32_t>(src[at + 3]) << 24;
            for (int c = 0; c < channels; ++c)
                dst[c] = masked(value, header.masks[static_cast<std::size_t>(c)]);
        }
    }
    return inside;
}

// Run lengths. Pixels that are jumped over have index 0.
void read_runs(const BmpHeader& header, ByteReader& reader, HostImage& dst) {
    const int channels = dst.format().channels;
    const bool nibbles = header.packing == BmpHeader::Packing::rle4;
    std::size_t x = 0, y = 0;
    bool inside = true;
    const auto put = [&](std::size_t index) {
        if (x >= header.width || y >= header.height)
            throw_input("it is a broken BMP: a run extends beyond the image");
        inside &=
            put_index(header, pixel(dst, x, header.top_down ? y : header.height - 1 - y), channels, index);
        ++x;
    };
    const auto index_of = [&](std::size_t value, std::size_t i) {
        return !nibbles ? value : i % 2 == 0 ? value >> 4 : value & 15;
    };
    while (true) {
        const bool full = y >= header.height || (y + 1 == header.height && x == header.width);
        if (full && reader.left() < 2) return check_indices(inside);  // only the mark of the end is missing
        const std::size_t count = reader.u8();
        const std::size_t value = reader.u8();
        if (count > 0) {
            for (std::size_t i = 0; i < count; ++i) put(index_of(value, i));
        } else if (value == 0) {  // end of the row
            x = 0;
            ++y;
        } else if (value == 1) {  // end of the picture
            return check_indices(inside);
        } else if (value == 2) {  // a jump
            x += reader.u8();
            y += reader.u8();
        } else {  // single pixels, filled up to an even number of bytes
            const Bytes run = reader.take(((nibbles ? (value + 1) / 2 : value) + 1) / 2 * 2);
            for (std::size_t i = 0; i < value; ++i) put(index_of(nibbles ? run[i / 2] : run[i], i));
        }
    }
}

}  // namespace

ImageFormat bmp_header(Bytes head) { return read_bmp_header(head).format(); }

HostImage bmp_read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    const BmpHeader header = read_bmp_header(file);
    HostImage dst(header.format());
    decode_pixels(options, warn, [&] {
        ByteReader reader(file);
        reader.seek(header.offset);
        if (header.packing == BmpHeader::Packing::rle8 || header.packing == BmpHeader::Packing::rle4) {
            for (std::size_t y = 0; y < header.height; ++y)
                for (std::size_t x = 0; x < header.width; ++x)
                    put_index(header, pixel(dst, x, y), dst.format().channels, 0);
            return read_runs(header, reader, dst);
        }
        // Before any work: whether there is enough data. A last row without its padding will do.
        const std::size_t last = (header.width * static_cast<std::size_t>(header.bits) + 7) / 8;
        if (!options.lenient && reader.left() < header.row_bytes() * (header.height - 1) + last)
            throw EndOfData();
        bool inside = true;
        for (std::size_t row = 0; row < header.height; ++row) {
            const std::size_t y = header.top_down ? row : header.height - 1 - row;
            const Bytes src = reader.take(row + 1 < header.height ? header.row_bytes() : last);
            inside &= read_row(header, src, dst.as<std::uint8_t>(y), dst.format().channels);
        }
        check_indices(inside);
    });
    return dst;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> bmp() {
    Codec codec;
    codec.name = "BMP";
    codec.rank = 30;
    codec.extensions = {"bmp", "dib"};
    codec.probe = [](Bytes head) { return has_magic(head, "BM") && head.size() >= 18; };
    codec.read_header = bmp_header;
    codec.read = bmp_read;
    codec.read_metadata = [](Bytes head) {
        Metadata metadata;
        metadata.resolution = read_bmp_header(head).resolution;
        return metadata;
    };
    codec.write = bmp_write;
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1, 3, 4};
    codec.holds.metadata = codec.reads_kinds = {MetadataKind::dpi};
    return {codec};
}

}  // namespace sluice::formats
