// TGA. Reading is own code: stb_image 2.27 skips bytes for the first index of a colour map, ignores the
// order of columns, refuses a colour map that is not used, and takes any fourth byte for alpha.
#include "io/codec.hpp"
#include "io/stb_write.hpp"
#include "io/tga/header.hpp"

#include <algorithm>

namespace sluice {
namespace {

// One colour of 15 or 16 (5-5-5), 24 or 32 bits, as stored (B G R A), to `channels` bytes.
void put_color(Bytes src, int bits, int channels, std::uint8_t* dst) {
    if (bits <= 16) {
        const unsigned value = src[0] | src[1] << 8;
        for (int c = 0; c < 3; ++c)
            dst[c] = static_cast<std::uint8_t>(((value >> (10 - 5 * c) & 31) * 255 + 15) / 31);
        return;
    }
    for (int c = 0; c < 3; ++c) dst[c] = src[static_cast<std::size_t>(2 - c)];
    if (channels == 4) dst[3] = src[3];
}

class TgaPixels {
public:
    TgaPixels(const TgaHeader& header, Bytes file) : header_(header), channels_(header.format().channels) {
        if (header.kind != TgaHeader::Kind::indexed) return;
        ByteReader reader(file);
        reader.seek(header.map_offset);
        map_.resize(header.map_count * 4);
        for (std::size_t i = 0; i < header.map_count; ++i)
            put_color(reader.take(static_cast<std::size_t>(header.map_bits + 7) / 8), header.map_bits,
                      channels_, &map_[4 * i]);
    }

    // Converts one stored pixel.
    void put(Bytes src, std::uint8_t* dst) const {
        switch (header_.kind) {
            case TgaHeader::Kind::grey: std::copy(src.begin(), src.end(), dst); break;
            case TgaHeader::Kind::color: put_color(src, header_.bits, channels_, dst); break;
            case TgaHeader::Kind::indexed: {
                const std::size_t index =
                    header_.bits == 8 ? src[0] : static_cast<std::size_t>(src[0] | src[1] << 8);
                if (index < header_.map_first || index - header_.map_first >= header_.map_count)
                    throw_input("it is a broken TGA: a pixel is outside of its colour map");
                std::copy_n(&map_[4 * (index - header_.map_first)], channels_, dst);
            }
        }
    }

private:
    const TgaHeader& header_;
    int channels_;
    std::vector<std::uint8_t> map_;  // 4 bytes an entry
};

// Gives the stored pixels one by one.
class TgaRuns {
public:
    TgaRuns(const TgaHeader& header, Bytes file) : header_(header), reader_(file) {
        reader_.seek(header.offset);
    }

    std::size_t left() const { return reader_.left(); }

    Bytes next() {
        if (!header_.runs) return reader_.take(header_.pixel_bytes());
        if (count_ == 0) {
            const int head = reader_.u8();
            count_ = 1 + (head & 127);
            repeat_ = head >= 128;
            if (repeat_) pixel_ = reader_.take(header_.pixel_bytes());
        }
        --count_;
        return repeat_ ? pixel_ : reader_.take(header_.pixel_bytes());
    }

private:
    const TgaHeader& header_;
    ByteReader reader_;
    int count_ = 0;
    bool repeat_ = false;
    Bytes pixel_;
};

bool probe(Bytes head) {
    try {
        return read_tga_header(head).format().channels > 0;
    } catch (const Error&) {
        return false;
    }
}

HostImage read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    const TgaHeader header = read_tga_header(file);
    HostImage dst(header.format());
    decode_pixels(options, warn, [&] {
        const TgaPixels pixels(header, file);
        TgaRuns runs(header, file);
        if (!options.lenient && !header.runs && runs.left() / header.pixel_bytes() < dst.format().pixels())
            throw EndOfData();
        const std::size_t channels = static_cast<std::size_t>(dst.format().channels);
        for (std::size_t row = 0; row < header.height; ++row) {
            std::uint8_t* line = dst.as<std::uint8_t>(header.top_down ? row : header.height - 1 - row);
            for (std::size_t x = 0; x < header.width; ++x)
                pixels.put(runs.next(), line + channels * (header.right_to_left ? header.width - 1 - x : x));
        }
    });
    return dst;
}

}  // namespace

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> tga() {
    Codec codec;
    codec.name = "TGA";
    codec.rank = 110;
    codec.extensions = {"tga", "icb", "vda", "vst"};
    codec.probe = probe;
    codec.guessed = true;
    codec.read_header = [](Bytes head) { return read_tga_header(head).format(); };
    codec.read = read;
    codec.write = [](const ConstHostView& src, const Metadata&, const EncodeOptions&, const Warn&) {
        return stb_write_tga(src);
    };
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1, 2, 3, 4};
    codec.holds.max_side = 65535;
    codec.memory.write = 3.1;  // a copy, and a file that grows
    return {codec};
}

}  // namespace sluice::formats
