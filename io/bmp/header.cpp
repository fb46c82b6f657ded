#include "io/bmp/header.hpp"

#include "io/resolution.hpp"

#include <string>

namespace sluice {
namespace {

// The values of the field `compression`.
enum Compression : std::uint32_t {
    rgb = 0,
    rle8 = 1,
    rle4 = 2,
    bitfields = 3,
    jpeg = 4,
    png = 5,
    alpha_bitfields = 6
};

// Header sizes: 12 = OS/2 1, 16..64 = OS/2 2 (any part of it may be cut off), 40 = Windows 3,
// 52 and 56 = with masks, 108 = V4, 124 = V5.
bool is_core(std::uint32_t size) { return size == 12; }
bool holds_masks(std::uint32_t size) { return size == 52 || size == 56 || size >= 108; }
bool is_os2(std::uint32_t size) { return size >= 16 && size <= 64 && size != 40 && !holds_masks(size); }

void check_mask(std::uint32_t mask, std::uint32_t seen) {
    const std::uint32_t lowest = mask & (0u - mask);
    if (((mask + lowest) & mask) != 0 || (mask & seen) != 0)
        throw_input("it is a broken BMP: the masks of its channels overlap or have holes");
}

void set_packing(BmpHeader& header, std::uint32_t size, std::uint32_t compression) {
    const bool deep = header.bits == 16 || header.bits == 32;
    if (compression == rgb) {
        if (header.bits == 16) header.masks = {0x7C00, 0x03E0, 0x001F, 0};
        if (header.bits == 32) header.masks = {0xFF0000, 0xFF00, 0xFF, 0};
    } else if (compression == rle8 && header.bits == 8) {
        header.packing = BmpHeader::Packing::rle8;
    } else if (compression == rle4 && header.bits == 4) {
        header.packing = BmpHeader::Packing::rle4;
    } else if ((compression == bitfields || compression == alpha_bitfields) && deep && !is_os2(size)) {
        header.packing = BmpHeader::Packing::masks;
    } else if ((compression == jpeg || compression == png) && !is_os2(size)) {
        throw_input(std::string("it is a BMP around a ") + (compression == jpeg ? "JPEG" : "PNG") +
                    ", which sluice cannot read");
    } else {
        throw_input("it is a BMP with " + std::to_string(header.bits) + " bits a pixel and compression " +
                    std::to_string(compression) + ", which do not go together or are unknown to sluice");
    }
}

// The masks stand in the header (52 and more) or right behind it (40), where alpha comes with 6 only.
void read_masks(BmpHeader& header, ByteReader& reader, std::uint32_t size, std::uint32_t compression) {
    const bool masks = header.packing == BmpHeader::Packing::masks;
    if (!masks && !holds_masks(size)) return;
    const std::size_t count = size >= 56 || compression == alpha_bitfields ? 4 : 3;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t mask = reader.u32le();
        // Without masks as packing those of the colours do not count, but that of alpha does: it is
        // how 32 bit pixels say that their fourth byte means something.
        if (masks || (i == 3 && header.bits == 32 && mask == 0xFF000000)) header.masks[i] = mask;
    }
    std::uint32_t seen = 0;
    for (const std::uint32_t mask : header.masks) {
        check_mask(mask, seen);
        seen |= mask;
    }
    if (masks && (header.masks[0] == 0 || header.masks[1] == 0 || header.masks[2] == 0))
        throw_input("it is a broken BMP: a colour has no bits");
}

}  // namespace

bool BmpHeader::grey() const {
    if (bits != 8 || palette.size() != 256) return false;
    for (std::size_t i = 0; i < palette.size(); ++i)
        for (const std::uint8_t v : palette[i])
            if (v != i) return false;
    return true;
}

ImageFormat BmpHeader::format() const {
    ImageFormat format;
    format.width = width;
    format.height = height;
    format.channels = grey() ? 1 : masks[3] != 0 ? 4 : 3;
    return format;
}

BmpHeader read_bmp_header(Bytes head) {
    ByteReader reader(head);
    reader.skip(10);  // "BM", the file's size (often wrong), reserved
    BmpHeader header;
    header.offset = reader.u32le();
    const std::size_t start = reader.position();
    const std::uint32_t size = reader.u32le();
    if (!is_core(size) && size != 40 && !is_os2(size) && !holds_masks(size))
        throw_input("it is a BMP with a header of " + std::to_string(size) +
                    " bytes, which sluice does not know");

    std::int64_t width = 0, height = 0;
    if (is_core(size)) {
        width = reader.u16le();
        height = reader.u16le();
    } else {
        width = reader.i32le();
        height = reader.i32le();
    }
    if (width <= 0 || height == 0)
        throw_input("it is a broken BMP: its size is " + std::to_string(width) + "x" +
                    std::to_string(height));
    header.width = static_cast<std::size_t>(width);
    header.top_down = height < 0;
    header.height = static_cast<std::size_t>(height < 0 ? -height : height);

    if (reader.u16le() != 1) throw_input("it is a broken BMP: its number of planes is not 1");
    header.bits = reader.u16le();
    if (header.bits != 1 && header.bits != 2 && header.bits != 4 && header.bits != 8 && header.bits != 16 &&
        header.bits != 24 && header.bits != 32)
        throw_input("it is a broken BMP: " + std::to_string(header.bits) + " bits a pixel");

    std::uint32_t compression = rgb, colors = 0;
    if (size >= 20) compression = reader.u32le();
    if (size >= 36) {
        reader.skip(4);  // the size of the pixels, often wrong
        const double x = reader.i32le(), y = reader.i32le();
        header.resolution = resolution_of(x, y, Resolution::Unit::metre);
        colors = reader.u32le();
    }
    if (size >= 40) reader.skip(4);
    set_packing(header, size, compression);
    read_masks(header, reader, size, compression);

    if (header.bits <= 8) {
        reader.seek(std::max(reader.position(), start + size));
        const std::size_t entry = is_core(size) ? 3 : 4;
        const std::size_t levels = std::size_t{1} << header.bits;
        std::size_t count = colors == 0 || colors > levels ? levels : colors;
        // Some writers count more than they store: what lies before the pixels is what there is.
        if (header.offset > reader.position())
            count = std::min(count, (header.offset - reader.position()) / entry);
        for (std::size_t i = 0; i < count; ++i) {
            const Bytes color = reader.take(entry);
            header.palette.push_back({color[2], color[1], color[0]});
        }
        if (header.palette.empty()) throw_input("it is a broken BMP: it has no palette");
    }
    if (header.offset < start + size) throw_input("it is a broken BMP: its pixels overlap its header");
    return header;
}

}  // namespace sluice
