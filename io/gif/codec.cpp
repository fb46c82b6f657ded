// GIF: the first picture. Own code: stb_image 2.27 takes a picture with transparency for complete wherever
// its data ends, and mixes up red and blue of the background.
#include "io/codec.hpp"
#include "io/uncarried.hpp"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

// A run of sub-blocks, each with its length before it, up to an empty one.
void skip_blocks(ByteReader& reader) {
    while (const std::size_t size = reader.u8()) reader.skip(size);
}

// R G B of each entry; empty when the flags say that there is none.
Bytes take_palette(ByteReader& reader, int flags) {
    return (flags & 0x80) != 0 ? reader.take(std::size_t{3} << ((flags & 7) + 1)) : Bytes();
}

// Walks over the blocks. What programs that show GIFs leave free is transparent, whatever background colour
// the file names.
class GifWalk {
public:
    explicit GifWalk(Bytes file) : reader_(file) {
        reader_.skip(6);
        format_.width = reader_.u16le();
        format_.height = reader_.u16le();
        if (format_.width == 0 || format_.height == 0)
            throw_input("it is a broken GIF: its size is " + std::to_string(format_.width) + "x" +
                        std::to_string(format_.height));
        const int flags = reader_.u8();
        reader_.skip(2);
        palette_ = take_palette(reader_, flags);
        if (!find_picture(&transparent_)) throw_input("it is a GIF without a picture");
        left_ = reader_.u16le();
        top_ = reader_.u16le();
        width_ = reader_.u16le();
        height_ = reader_.u16le();
        const bool whole = left_ == 0 && top_ == 0 && width_ >= format_.width && height_ >= format_.height;
        format_.channels = transparent_ >= 0 || !whole ? 4 : 3;
    }

    const ImageFormat& format() const { return format_; }

    // In front of the picture.
    bool has_comments() const { return comments_; }

    // Whether a second picture follows.
    bool more_pictures() const {
        try {
            GifWalk rest = *this;
            take_palette(rest.reader_, rest.reader_.u8());
            rest.reader_.skip(1);  // bits of the codes
            skip_blocks(rest.reader_);
            return rest.find_picture(nullptr);
        } catch (const EndOfData&) {
            return false;  // whether the first one is complete is for the decoder to say
        }
    }

    void read_pixels(HostImage& dst);

private:
    // Moves behind the mark of the next picture.
    bool find_picture(int* transparent) {
        while (true) {
            const int mark = reader_.u8();
            if (mark == 0x2C) return true;
            if (mark == 0x3B) return false;
            if (mark != 0x21) throw_input("it is a broken GIF: an unknown block");
            const int label = reader_.u8();
            comments_ = comments_ || label == 0xFE;
            if (label == 0xF9 && transparent != nullptr) {
                const Bytes control = reader_.take(reader_.u8());
                if (control.size() >= 4) *transparent = (control[0] & 1) != 0 ? control[3] : -1;
            }
            skip_blocks(reader_);
        }
    }

    ByteReader reader_;
    ImageFormat format_;
    Bytes palette_;
    int transparent_ = -1;  // the index; -1: none
    bool comments_ = false;
    std::size_t left_ = 0, top_ = 0, width_ = 0, height_ = 0;  // of the picture
};

// Codes of up to 12 bits, the lowest bit first, out of blocks.
class GifCodes {
public:
    explicit GifCodes(const ByteReader& reader) : reader_(reader) {}

    // Throws EndOfData where the blocks end.
    unsigned next(int size) {
        for (; have_ < size; have_ += 8, --block_) {
            if (block_ == 0) block_ = reader_.u8();
            if (block_ == 0) throw EndOfData();
            bits_ |= static_cast<unsigned>(reader_.u8()) << have_;
        }
        const unsigned code = bits_ & ((1u << size) - 1);
        bits_ >>= size;
        have_ -= size;
        return code;
    }

private:
    ByteReader reader_;
    std::size_t block_ = 0;  // bytes left of it
    unsigned bits_ = 0;
    int have_ = 0;
};

// Indices out of codes (LZW). Throws EndOfData where the end is coded.
class GifIndices {
public:
    GifIndices(const ByteReader& reader, int bits)
        : codes_(reader), bits_(bits), clear_(1u << bits), size_(bits + 1), count_(clear_ + 2) {
        for (unsigned i = 0; i < clear_; ++i) last_[i] = static_cast<std::uint8_t>(i);
    }

    std::uint8_t next() {
        while (waiting_ == 0) take_code();
        return stack_[--waiting_];
    }

private:
    static constexpr unsigned most = 4096;
    static constexpr unsigned none = most;

    void take_code() {
        const unsigned code = codes_.next(size_);
        if (code == clear_) {
            size_ = bits_ + 1;
            count_ = clear_ + 2;
            before_ = none;
            return;
        }
        if (code == clear_ + 1) throw EndOfData();
        // The entry that this code makes may be the one that it names.
        const bool known = code < clear_ || (code > clear_ + 1 && code < count_);
        if (!known && (code != count_ || before_ == none))
            throw_input("it is a broken GIF: a code without meaning");
        if (!known) stack_[waiting_++] = first_;
        unsigned at = known ? code : before_;
        for (; at >= clear_; at = prefix_[at]) stack_[waiting_++] = last_[at];
        first_ = static_cast<std::uint8_t>(at);
        stack_[waiting_++] = first_;
        if (before_ != none && count_ < most) {
            prefix_[count_] = static_cast<std::uint16_t>(before_);
            last_[count_] = first_;
            if (++count_ == 1u << size_ && size_ < 12) ++size_;
        }
        before_ = code;
    }

    GifCodes codes_;
    int bits_;
    unsigned clear_;
    int size_;        // bits of the next code
    unsigned count_;  // codes that have a meaning
    unsigned before_ = none;
    std::uint8_t first_ = 0;  // index of what `before_` means
    std::array<std::uint16_t, most> prefix_{};
    std::array<std::uint8_t, most> last_{};
    std::array<std::uint8_t, most + 1> stack_{};  // indices that wait, the next one last
    std::size_t waiting_ = 0;
};

// Rows in the order in which they are stored.
std::vector<std::size_t> row_order(std::size_t height, bool interlaced) {
    std::vector<std::size_t> rows;
    rows.reserve(height);
    struct Pass {
        std::size_t first, step;
    };
    constexpr std::array<Pass, 4> passes{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
    for (const Pass& pass : passes)
        for (std::size_t y = interlaced        ? pass.first
                             : pass.first == 0 ? 0
                                               : height;
             y < height; y += interlaced ? pass.step : 1)
            rows.push_back(y);
    return rows;
}

void GifWalk::read_pixels(HostImage& dst) {
    if (left_ + width_ > format_.width || top_ + height_ > format_.height)
        throw_input("it is a broken GIF: its picture leaves its canvas");
    const int flags = reader_.u8();
    const Bytes own = take_palette(reader_, flags);
    const Bytes palette = own.empty() ? palette_ : own;
    if (palette.empty()) throw_input("it is a broken GIF: it has no palette");
    const int bits = reader_.u8();
    if (bits < 1 || bits > 8)
        throw_input("it is a broken GIF: its codes begin with " + std::to_string(bits) + " bits");

    GifIndices indices(reader_, bits);
    const auto channels = static_cast<std::size_t>(format_.channels);
    bool outside = false;
    for (const std::size_t row : row_order(height_, (flags & 0x40) != 0)) {
        std::uint8_t* pixel = dst.as<std::uint8_t>(top_ + row) + left_ * channels;
        for (std::size_t x = 0; x < width_; ++x, pixel += channels) {
            const std::size_t index = indices.next();
            if (static_cast<int>(index) == transparent_) continue;
            if (channels == 4) pixel[3] = 255;
            if (3 * index < palette.size())
                std::copy_n(&palette[3 * index], 3, pixel);
            else
                outside = true;
        }
    }
    if (outside) throw_input("it is a broken GIF: a pixel is outside of its palette");
}

HostImage read_gif(Bytes file, const DecodeOptions& options, const Warn& warn) {
    GifWalk walk(file);
    HostImage dst(walk.format());
    if (walk.more_pictures()) warn("it is animated; only its first picture is taken");
    if (walk.has_comments()) leave(dst.metadata, uncarried::comments);
    decode_pixels(options, warn, [&] { walk.read_pixels(dst); });
    return dst;
}

}  // namespace

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> gif() {
    Codec codec;
    codec.name = "GIF";
    codec.rank = 40;
    codec.extensions = {"gif"};
    codec.probe = [](Bytes head) { return has_magic(head, "GIF87a") || has_magic(head, "GIF89a"); };
    codec.read_header = [](Bytes head) { return GifWalk(head).format(); };
    codec.read = read_gif;
    return {codec};
}

}  // namespace sluice::formats
