#include "io/exif/exif.hpp"
#include "io/gif/container.hpp"
#include "io/gif/gif.hpp"
#include "io/gif/lzw.hpp"
#include "io/pages.hpp"
#include "io/rows.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace sluice {
namespace {

// Which pixels of the canvas are opaque for sure: all, after the frames so far.
class GifCover {
public:
    explicit GifCover(const GifContainer& gif) : gif_(gif) {}

    // Whether all are, once this frame is drawn.
    bool draw(const GifFrame& frame) {
        const bool before = opaque_;
        const bool whole =
            frame.left == 0 && frame.top == 0 && frame.width >= gif_.width && frame.height >= gif_.height;
        const bool shown = before || (whole && frame.transparent < 0);
        opaque_ = frame.after == GifAfter::stays ? shown : frame.after == GifAfter::as_before && before;
        return shown;
    }

private:
    const GifContainer& gif_;
    bool opaque_ = false;
};

FileHeader gif_header_of(const GifContainer& gif, int page) {
    GifCover cover(gif);
    bool always = true, last = false;
    for (const GifFrame& frame : gif.frames) always &= last = cover.draw(frame);
    FileHeader header;
    header.format.width = gif.width;
    header.format.height = gif.height;
    header.format.channels = (page == 0 ? always : last) ? 3 : 4;
    if (page == 0) header.format.layers = gif.frames.size();
    return header;
}

GifContainer gif_container_to(const FileBytes& file, int page) {
    GifContainer gif = gif_container(file, static_cast<std::size_t>(page));
    if (gif.frames.size() < static_cast<std::size_t>(page)) {
        if (gif.ended) throw EndOfData();
        throw_no_page(page, gif.frames.size());
    }
    return gif;
}

// Rows in the order in which they are stored.
std::vector<std::size_t> gif_row_order(std::size_t height, bool interlaced) {
    std::vector<std::size_t> rows;
    rows.reserve(height);
    struct Pass {
        std::size_t first, step;
    };
    constexpr std::array<Pass, 4> passes{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
    if (interlaced)
        for (const Pass& pass : passes)
            for (std::size_t y = pass.first; y < height; y += pass.step) rows.push_back(y);
    else
        for (std::size_t y = 0; y < height; ++y) rows.push_back(y);
    return rows;
}

// Pixels of a frame; what programs that show GIFs leave free is transparent, whatever background colour the
// file names.
HostView gif_place(const GifFrame& frame, HostView canvas) {
    canvas.data = canvas.row(frame.top) + frame.left * canvas.step();
    canvas.format.width = frame.width;
    canvas.format.height = frame.height;
    return canvas;
}

class GifRows : public FileRows {
public:
    GifRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : file_(file), page_(options.page), gif_(gif_container_to(file, options.page)) {
        format = gif_header_of(gif_, page_).format;
        at_once = "GIF is always decoded as a whole";
        metadata.icc = std::move(gif_.icc);
        metadata.xmp = upright_xmp(gif_.xmp);
        metadata.texts = std::move(gif_.comments);
        if (gif_.too_many_comments) warn("some of its comments are left out: they are too many");
        for (const std::string_view name : gif_.too_large)
            warn("its " + std::string(name) + " is left out: it is larger than 8 MiB");
        if (page_ != 0 || gif_.frames.size() < 2) return;
        for (const GifFrame& frame : gif_.frames) metadata.animation.delays.push_back(frame.delay);
        metadata.animation.plays = gif_.plays;
    }

    void read(const HostView& rows) override {
        if (page_ == 0) {
            read_layers(rows);
        } else {
            clear(rows);
            for (std::size_t i = 0; i < gif_.frames.size(); ++i) draw(i, rows);
        }
        // Of the first picture alone it does not matter what follows.
        if (gif_.ended && page_ != 1 && !(page_ == 0 && gif_.frames.size() == 1)) throw EndOfData();
    }

    std::size_t memory() override {
        constexpr std::size_t tables = std::size_t{64} << 10;
        const std::size_t canvas = format.width * format.height * 4;
        const bool goes_back = std::any_of(gif_.frames.begin(), gif_.frames.end(), [](const GifFrame& frame) {
            return frame.after == GifAfter::as_before;
        });
        return tables + gif_.frames.size() * (sizeof(GifFrame) + sizeof(std::uint32_t)) +
               format.height * sizeof(std::size_t) + ((page_ == 0 ? 1 : 0) + (goes_back ? 1 : 0)) * canvas;
    }

    std::size_t pages() override { return gif_container(file_, 0).frames.size(); }
    std::vector<Wording> warnings() override {
        if (page_ == 0 || !(gif_.more || gif_.frames.size() > 1)) return {};
        return {only_page(page_, gif_.more ? "several" : std::to_string(gif_.frames.size()))};
    }

private:
    ImageFormat canvas_format() const {
        ImageFormat of_canvas = format;
        of_canvas.layers = 1;
        return of_canvas;
    }

    // What is left of the frame before is seen to first.
    void draw(std::size_t i, const HostView& canvas) {
        if (i > 0) leave_frame(gif_.frames[i - 1], canvas);
        const GifFrame& frame = gif_.frames[i];
        if (frame.left + frame.width > gif_.width || frame.top + frame.height > gif_.height)
            throw_input("it is a broken GIF: its picture leaves its canvas");
        if (frame.after == GifAfter::as_before && i + 1 < gif_.frames.size()) copy(canvas, kept());
        draw_frame(frame, canvas);
    }

    void leave_frame(const GifFrame& frame, const HostView& canvas) {
        if (frame.after == GifAfter::as_before) copy(kept(), canvas);
        if (frame.after == GifAfter::cleared) {
            HostView place = gif_place(frame, canvas);
            place.format.layers = 1;
            clear(place);
        }
    }

    HostView kept() {
        if (kept_.format().width == 0) kept_ = HostImage(canvas_format());
        return kept_.view();
    }
    static void copy(const HostView& from, const HostView& to) {
        const auto channels = static_cast<std::size_t>(from.format.channels);
        for (std::size_t y = 0; y < from.format.height; ++y) {
            const std::byte* src = from.row(y);
            std::byte* dst = to.row(y);
            for (std::size_t x = 0; x < from.format.width; ++x, src += from.step(), dst += to.step())
                std::memcpy(dst, src, channels);
        }
    }

    void draw_frame(const GifFrame& frame, const HostView& canvas) {
        if (frame.colours == 0) throw_input("it is a broken GIF: it has no palette");
        std::array<std::uint8_t, 3 * 256> palette{};
        ByteStream(file_, frame.palette_at).take(palette.data(), 3 * frame.colours);
        std::uint8_t bits = 0;
        ByteStream(file_, frame.at).take(&bits, 1);
        if (bits < 1 || bits > 8)
            throw_input("it is a broken GIF: its codes begin with " + std::to_string(bits) + " bits");
        GifIndices indices(file_, frame.at + 1, bits);
        const HostView place = gif_place(frame, canvas);
        const bool alpha = canvas.format.channels == 4;
        bool outside = false;
        for (const std::size_t row : gif_row_order(frame.height, frame.interlaced)) {
            if (file_.in_time) file_.in_time();
            auto* pixel = reinterpret_cast<std::uint8_t*>(place.row(row));
            for (std::size_t x = 0; x < frame.width; ++x, pixel += place.step()) {
                const std::size_t index = indices.next();
                if (static_cast<int>(index) == frame.transparent) continue;
                if (alpha) pixel[3] = 255;
                if (index < frame.colours)
                    std::copy_n(&palette[3 * index], 3, pixel);
                else
                    outside = true;
            }
        }
        if (page_ == 1) gif_.more = gif_frame_follows(file_, indices.position());
        if (outside) throw_input("it is a broken GIF: a pixel is outside of its palette");
    }

    void read_layers(const HostView& rows) {
        HostImage canvas(canvas_format(), {rows.packed_pixels() ? Layout::packed : Layout::device});
        canvas.clear();
        for (std::size_t i = 0; i < gif_.frames.size(); ++i) {
            std::exception_ptr damage;
            try {
                draw(i, canvas.view());
            } catch (const Error&) {
                damage = std::current_exception();
            }
            for (std::size_t y = 0; y < format.height; ++y)
                std::memcpy(rows.row(i * format.height + y), canvas.row(y), format.width * rows.step());
            if (damage) std::rethrow_exception(damage);
        }
    }

    FileBytes file_;
    int page_;
    GifContainer gif_;
    HostImage kept_;  // the canvas before a frame that is taken away again
};

}  // namespace

FileHeader gif_header(const FileBytes& file, int page) {
    return gif_header_of(gif_container_to(file, page), page);
}

std::unique_ptr<FileRows> gif_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<GifRows>(file, options, warn);
}

}  // namespace sluice
