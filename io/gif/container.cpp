#include "io/gif/container.hpp"

#include "io/texts.hpp"

#include <array>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t most_gif_metadata = std::size_t{8} << 20;  // bytes of what is kept

[[noreturn]] void throw_broken_gif(const std::string& what) { throw_input("it is a broken GIF: " + what); }

// Thrown where something follows that is no block.
struct NoGifBlock {};

class GifWalk {
public:
    GifWalk(const FileBytes& file, std::size_t most) : stream_(file), most_(most) {}

    // From the codes of a frame on.
    bool finds_frame(std::uint64_t at) {
        stream_.seek(at);
        most_ = 0;
        try {
            skip_blocks();
            while (found_.frames.empty() && next_block()) {
            }
        } catch (const EndOfData&) {
        } catch (const NoGifBlock&) {
        }
        return !found_.frames.empty();
    }

    GifContainer walk() {
        stream_.seek(6);
        found_.width = u16();
        found_.height = u16();
        if (found_.width == 0 || found_.height == 0)
            throw_broken_gif("its size is " + std::to_string(found_.width) + "x" +
                             std::to_string(found_.height));
        const unsigned flags = u8();
        skip(2);
        take_palette(flags, palette_at_, colours_);
        try {
            while (next_block()) {
            }
        } catch (const EndOfData&) {
            if (found_.frames.empty()) throw;
            found_.ended = true;
        } catch (const NoGifBlock&) {
            if (found_.frames.empty()) throw_broken_gif("an unknown block");
            found_.ended = true;
        }
        if (found_.frames.empty()) throw_input("it is a GIF without a picture");
        return std::move(found_);
    }

private:
    unsigned u8() {
        std::uint8_t byte = 0;
        stream_.take(&byte, 1);
        return byte;
    }
    unsigned u16() {
        const unsigned low = u8();
        return low | u8() << 8;
    }
    void skip(std::uint64_t bytes) {
        if (bytes > stream_.left()) throw EndOfData();
        stream_.seek(stream_.position() + bytes);
    }
    // A run of sub-blocks, each with its length before it, up to an empty one.
    void skip_blocks() {
        while (const unsigned size = u8()) skip(size);
    }

    void take_palette(unsigned flags, std::uint64_t& at, std::size_t& colours) {
        colours = (flags & 0x80) != 0 ? std::size_t{2} << (flags & 7) : 0;
        at = stream_.position();
        skip(3 * colours);
    }

    // False behind the last one that is of interest.
    bool next_block() {
        switch (u8()) {
            case gif_block::image: return take_frame();
            case gif_block::extension: take_extension(); return true;
            case gif_block::end: return false;
            default: throw NoGifBlock();
        }
    }

    bool take_frame() {
        if (most_ != 0 && found_.frames.size() == most_) {
            found_.more = true;
            return false;
        }
        GifFrame frame = next_;
        next_ = {};
        frame.left = u16();
        frame.top = u16();
        frame.width = u16();
        frame.height = u16();
        const unsigned flags = u8();
        frame.interlaced = (flags & 0x40) != 0;
        take_palette(flags, frame.palette_at, frame.colours);
        if (frame.colours == 0) frame.palette_at = palette_at_, frame.colours = colours_;
        frame.at = stream_.position();
        u8();
        found_.frames.push_back(frame);
        if (most_ == 1) return false;  // what follows is found once it is decoded
        skip_blocks();
        return true;
    }

    void take_extension() {
        const unsigned label = u8();
        if (label == gif_block::comment) return take_comment();
        if (label == gif_block::control) take_control();
        if (label == gif_block::application) return take_application();
        skip_blocks();
    }

    void take_comment() {
        const std::uint64_t begin = stream_.position();
        skip_blocks();
        const std::uint64_t end = stream_.position();
        std::vector<std::uint8_t> text;
        if (end - begin > most_text_bytes) {
            found_.too_many_comments = true;
            return;
        }
        append_blocks(begin, text);
        stream_.seek(end);
        if (!add_text(found_.comments, comment_key, text)) found_.too_many_comments = true;
    }

    void append_blocks(std::uint64_t begin, std::vector<std::uint8_t>& into) {
        stream_.seek(begin);
        while (const unsigned size = u8()) {
            into.resize(into.size() + size);
            stream_.take(into.data() + into.size() - size, size);
        }
    }

    void take_control() {
        const unsigned size = u8();
        if (size < 4) return skip(size);
        const unsigned flags = u8();
        next_.delay = 10 * u16();
        const unsigned index = u8();
        next_.transparent = (flags & 1) != 0 ? static_cast<int>(index) : -1;
        const unsigned after = flags >> 2 & 7;
        next_.after = after == 2 ? GifAfter::cleared : after == 3 ? GifAfter::as_before : GifAfter::stays;
        skip(size - 4);
    }

    void take_application() {
        std::array<char, 11> name{};
        const unsigned size = u8();
        if (size != name.size()) {
            if (size != 0) skip(size), skip_blocks();
            return;
        }
        stream_.take(name.data(), name.size());
        const std::string_view named(name.data(), name.size());
        const std::uint64_t begin = stream_.position();
        if (named == gif_loops) return take_loops();
        skip_blocks();
        const std::uint64_t end = stream_.position();
        if (named == gif_icc) keep(begin, end, false, "colour profile", found_.icc);
        if (named == gif_xmp) keep(begin, end, true, "XMP data", found_.xmp);
    }

    void take_loops() {
        const unsigned size = u8();
        if (size == 0) return;
        if (size == 3 && u8() == 1) {
            const std::uint32_t again = u16();
            found_.plays = again == 0 ? 0 : again + 1;
        } else {
            skip(size == 3 ? 2 : size);
        }
        skip_blocks();
    }

    void keep(std::uint64_t begin, std::uint64_t end, bool raw, std::string_view name,
              std::vector<std::uint8_t>& into) {
        if (!into.empty()) return;
        if (end - begin > most_gif_metadata) return found_.too_large.push_back(name);
        if (raw) {
            stream_.seek(begin);
            if (end - begin > gif_xmp_trailer) into.resize(end - begin - gif_xmp_trailer);
            stream_.take(into.data(), into.size());
        } else {
            append_blocks(begin, into);
        }
        stream_.seek(end);
    }

    ByteStream stream_;
    std::size_t most_;
    std::uint64_t palette_at_ = 0;
    std::size_t colours_ = 0;
    GifFrame next_;  // what is said of it so far
    GifContainer found_;
};

}  // namespace

GifContainer gif_container(const FileBytes& file, std::size_t most) { return GifWalk(file, most).walk(); }

bool gif_frame_follows(const FileBytes& file, std::uint64_t at) { return GifWalk(file, 0).finds_frame(at); }

}  // namespace sluice
