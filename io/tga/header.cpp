#include "io/tga/header.hpp"

namespace sluice {
namespace {

void check(bool fine, const std::string& what) {
    if (!fine) throw_input("it is not a TGA that sluice can read: " + what);
}

bool one_of_depths(int bits) { return bits == 15 || bits == 16 || bits == 24 || bits == 32; }

}  // namespace

ImageFormat TgaHeader::format() const {
    ImageFormat format;
    format.width = width;
    format.height = height;
    if (kind == Kind::grey) {
        format.channels = bits == 16 ? 2 : 1;
        format.grey_alpha = bits == 16;
    } else {
        // The sixteenth bit of 5-5-5 colours is an overlay bit that most writers leave unset. A fourth
        // byte is alpha where the header counts it as such.
        const int depth = kind == Kind::indexed ? map_bits : bits;
        format.channels = depth == 32 && attribute_bits > 0 ? 4 : 3;
    }
    return format;
}

TgaHeader read_tga_header(Bytes head) {
    ByteReader reader(head);
    TgaHeader header;
    const std::size_t id_length = reader.u8();
    const int has_map = reader.u8();
    const int type = reader.u8();
    header.map_first = reader.u16le();
    header.map_count = reader.u16le();
    header.map_bits = reader.u8();
    reader.skip(4);  // where the picture lies on a screen
    header.width = reader.u16le();
    header.height = reader.u16le();
    header.bits = reader.u8();
    const int descriptor = reader.u8();
    header.attribute_bits = descriptor & 15;
    header.right_to_left = (descriptor & 0x10) != 0;
    header.top_down = (descriptor & 0x20) != 0;

    check(has_map <= 1, "its colour map is of an unknown type");
    check((type >= 1 && type <= 3) || (type >= 9 && type <= 11), "its image type is " + std::to_string(type));
    check((descriptor & 0xC0) == 0, "its rows are interleaved");
    check(header.width > 0 && header.height > 0,
          "its size is " + std::to_string(header.width) + "x" + std::to_string(header.height));
    header.runs = type >= 9;
    const int kind = type & 7;
    header.kind = kind == 1   ? TgaHeader::Kind::indexed
                  : kind == 2 ? TgaHeader::Kind::color
                              : TgaHeader::Kind::grey;
    const std::string depth = std::to_string(header.bits) + " bits a pixel";
    switch (header.kind) {
        case TgaHeader::Kind::indexed:
            check(has_map == 1 && header.map_count > 0, "it has no colour map");
            check(header.bits == 8 || header.bits == 16, depth + " in an image with a colour map");
            break;
        case TgaHeader::Kind::color: check(one_of_depths(header.bits), depth); break;
        case TgaHeader::Kind::grey: check(header.bits == 8 || header.bits == 16, depth + " of grey"); break;
    }
    if (has_map == 0) header.map_bits = 0;
    check(has_map == 0 || header.map_count == 0 || one_of_depths(header.map_bits),
          std::to_string(header.map_bits) + " bits in an entry of its colour map");
    header.map_offset = reader.position() + id_length;
    header.offset = header.map_offset;
    if (has_map == 1) header.offset += header.map_count * (static_cast<std::size_t>(header.map_bits + 7) / 8);
    return header;
}

}  // namespace sluice
