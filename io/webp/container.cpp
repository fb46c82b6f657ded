#include "io/webp/container.hpp"

#include <webp/decode.h>

#include <algorithm>
#include <array>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t file_header = 12;                        // RIFF, length, WEBP
constexpr std::size_t frame_header = 16;                       // of an ANMF chunk, before its own chunks
constexpr std::size_t pixels_header = webp_chunk_header + 10;  // tells the size of what is coded
constexpr std::size_t most_metadata = std::size_t{8} << 20;    // bytes of a chunk that is kept

struct WebpChunk {
    std::array<char, 4> kind{};
    std::uint64_t at = 0;    // of its data
    std::uint64_t size = 0;  // of them, as the file says

    bool is(std::string_view name) const { return std::equal(kind.begin(), kind.end(), name.begin()); }
    std::uint64_t end() const { return at + size; }
    std::uint64_t next() const { return end() + size % 2; }
};

std::size_t u24(Bytes bytes, std::size_t at) {
    return static_cast<std::size_t>(number_in(bytes.subspan(at, 3), false));
}

[[noreturn]] void throw_broken(const std::string& what) { throw_input("it is a broken WebP: " + what); }

class WebpWalk {
public:
    WebpWalk(const FileBytes& file, std::size_t most) : file_(file), most_(most) {
        const Bytes head = file_.whole(0, file_header);
        if (!has_magic(head, "RIFF") || !has_magic(head, "WEBP", 8)) throw_broken("it does not begin as one");
        const std::uint64_t end = webp_chunk_header + number_in(head.subspan(4, 4), false);
        found_.ended = end > file.size;
        end_ = std::min<std::uint64_t>(end, file.size);
    }

    WebpContainer walk() {
        bool extended = false;
        std::uint64_t alpha = 0;  // where that of a single image begins
        WebpChunk chunk;
        for (std::uint64_t at = file_header; next_chunk(at, end_, chunk); at = chunk.next()) {
            if (chunk.is("VP8X")) {
                // A second one would change the canvas after frames were found to lie on it.
                if (at != file_header) throw_broken("its header does not come first");
                read_canvas(chunk);
                extended = true;
            } else if (chunk.is("ANIM")) {
                if (chunk.size >= 6)
                    found_.plays = static_cast<std::uint32_t>(number_in(file_.whole(chunk.at + 4, 2), false));
            } else if (chunk.is("ANMF")) {
                if (found_.animated) read_frame(chunk);
            } else if (chunk.is("ALPH")) {
                if (alpha == 0) alpha = at;
            } else if (chunk.is("VP8 ") || chunk.is("VP8L")) {
                if (!found_.animated && found_.count == 0) read_image(alpha, chunk, extended);
            } else {
                read_metadata(chunk);
            }
            if (chunk.end() > end_) found_.ended = true;
        }
        if (found_.frames.empty()) {
            if (found_.ended) throw EndOfData();
            throw_input("it is a WebP without an image");
        }
        return std::move(found_);
    }

private:
    // False where no further one begins before `end`.
    bool next_chunk(std::uint64_t at, std::uint64_t end, WebpChunk& chunk) {
        if (at >= end || end - at < webp_chunk_header) return false;
        const Bytes head = file_.whole(at, webp_chunk_header);
        std::copy_n(head.begin(), 4, chunk.kind.begin());
        chunk.at = at + webp_chunk_header;
        chunk.size = number_in(head.subspan(4, 4), false);
        return true;
    }

    void read_canvas(const WebpChunk& chunk) {
        const Bytes data = file_.whole(chunk.at, 10);
        found_.animated = (data[0] & 0x02) != 0;
        found_.width = u24(data, 4) + 1;
        found_.height = u24(data, 7) + 1;
    }

    // What is coded: `pixels` is the chunk that says its size, and `alpha` where the chunk of its alpha
    // begins, or 0.
    WebpFrame coded(std::uint64_t alpha, const WebpChunk& pixels) const {
        const std::uint64_t head = pixels.at - webp_chunk_header;
        WebPBitstreamFeatures features;
        const Bytes begin = file_.at(head, pixels_header);
        switch (WebPGetFeatures(begin.data(), begin.size(), &features)) {
            case VP8_STATUS_OK: break;
            case VP8_STATUS_NOT_ENOUGH_DATA: throw EndOfData();
            default: throw_broken("the header of its pixels is damaged");
        }
        WebpFrame frame;
        frame.lossless = pixels.is("VP8L");
        frame.at = alpha == 0 || frame.lossless ? head : alpha;
        frame.size = static_cast<std::size_t>(std::min(pixels.end(), file_.size) - frame.at);
        frame.width = static_cast<std::size_t>(features.width);
        frame.height = static_cast<std::size_t>(features.height);
        frame.alpha = frame.lossless ? features.has_alpha != 0 : frame.at != head;
        return frame;
    }

    void read_image(std::uint64_t alpha, const WebpChunk& pixels, bool has_canvas) {
        const WebpFrame image = coded(alpha, pixels);
        if (!has_canvas) {
            found_.width = image.width;
            found_.height = image.height;
        }
        if (image.width != found_.width || image.height != found_.height)
            throw_broken("its header says " + size_text(found_.width, found_.height) +
                         " pixels, its image has " + size_text(image.width, image.height));
        add(image);
    }

    void read_frame(const WebpChunk& chunk) {
        if (most_ != 0 && found_.frames.size() == most_) {
            ++found_.count;
            return;
        }
        try {
            const Bytes head = file_.whole(chunk.at, frame_header);
            const std::size_t left = 2 * u24(head, 0), top = 2 * u24(head, 3);
            const std::size_t width = u24(head, 6) + 1, height = u24(head, 9) + 1;
            const auto delay = static_cast<std::uint32_t>(u24(head, 12));
            const unsigned flags = head[15];
            WebpFrame frame = coded_in(chunk);
            if (frame.width != width || frame.height != height)
                throw_broken("a frame says " + size_text(width, height) + " pixels, its image has " +
                             size_text(frame.width, frame.height));
            frame.delay = delay;
            frame.left = left;
            frame.top = top;
            if (left + width > found_.width || top + height > found_.height)
                throw_broken("a frame extends beyond its canvas");
            frame.cleared = (flags & 1) != 0;
            frame.blended = (flags & 2) == 0 && frame.alpha;
            add(frame);
        } catch (const EndOfData&) {
            // What is wrong with a file may be in what is not there.
            if (chunk.end() <= file_.size) throw_broken("a frame ends in its header");
            found_.ended = true;
        }
    }

    WebpFrame coded_in(const WebpChunk& frame) {
        std::uint64_t alpha = 0;
        WebpChunk chunk;
        const std::uint64_t end = std::min(frame.end(), file_.size);
        for (std::uint64_t at = frame.at + frame_header; next_chunk(at, end, chunk); at = chunk.next()) {
            if (chunk.is("ALPH") && alpha == 0) alpha = at;
            if (chunk.is("VP8 ") || chunk.is("VP8L")) {
                if (chunk.end() > frame.end()) throw_broken("a frame is shorter than its image");
                return coded(alpha, chunk);
            }
        }
        if (frame.end() > file_.size) throw EndOfData();
        throw_broken("a frame has no image");
    }

    void add(const WebpFrame& frame) {
        found_.frames.push_back(frame);
        ++found_.count;
    }

    void read_metadata(const WebpChunk& chunk) {
        const auto read = [&](std::string_view kind, std::string_view name, std::vector<std::uint8_t>& into) {
            if (!chunk.is(kind) || !into.empty()) return;
            if (chunk.size > most_metadata) {
                found_.too_large.push_back(name);
            } else if (chunk.end() <= file_.size) {
                const Bytes data = file_.whole(chunk.at, static_cast<std::size_t>(chunk.size));
                into.assign(data.begin(), data.end());
            }
        };
        read("ICCP", "colour profile", found_.icc);
        read("EXIF", "EXIF data", found_.exif);
        read("XMP ", "XMP data", found_.xmp);
    }

    static std::string size_text(std::size_t width, std::size_t height) {
        return std::to_string(width) + "x" + std::to_string(height);
    }

    const FileBytes& file_;
    std::size_t most_;
    std::uint64_t end_ = 0;
    WebpContainer found_;
};

}  // namespace

WebpContainer webp_container(const FileBytes& file, std::size_t most) { return WebpWalk(file, most).walk(); }

void append_webp_chunk(std::vector<std::uint8_t>& file, std::string_view kind, Bytes data) {
    file.insert(file.end(), kind.begin(), kind.end());
    append_number(file, data.size(), 4, false);
    file.insert(file.end(), data.begin(), data.end());
    if (data.size() % 2 != 0) file.push_back(0);
}

}  // namespace sluice
