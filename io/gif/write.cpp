#include "io/gif/container.hpp"
#include "io/gif/gif.hpp"
#include "io/gif/lzw.hpp"
#include "io/palette.hpp"
#include "pipeline/core/rows.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace sluice {
namespace {

constexpr std::uint32_t usual_delay = 100;  // milliseconds

// A part of a layer.
struct GifPart {
    std::size_t left, top, width, height;
};

bool has_partial_alpha(const ConstHostView& image) {
    if (image.format.channels != 4) return false;
    for (std::size_t y = 0; y < image.format.rows(); ++y) {
        const auto* pixel = reinterpret_cast<const std::uint8_t*>(image.row(y));
        for (std::size_t x = 0; x < image.format.width; ++x, pixel += image.step())
            if (pixel[3] != 0 && pixel[3] != 255) return true;
    }
    return false;
}
bool has_alpha_anywhere(const ConstHostView& image) {
    if (image.format.channels != 4) return false;
    for (std::size_t y = 0; y < image.format.rows(); ++y) {
        const auto* pixel = reinterpret_cast<const std::uint8_t*>(image.row(y));
        for (std::size_t x = 0; x < image.format.width; ++x, pixel += image.step())
            if (pixel[3] < 128) return true;
    }
    return false;
}

// Where a layer differs from the one before it; a pixel of it where it does not at all.
GifPart changed_part(const ConstHostView& layer, const ConstHostView& before) {
    const std::size_t width = layer.format.width, height = layer.format.height;
    GifPart part{width, height, 0, 0};
    std::size_t right = 0, bottom = 0;
    const auto channels = static_cast<std::size_t>(std::min(layer.format.channels, 3));
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t at = x * layer.step();
            if (std::memcmp(layer.row(y) + at, before.row(y) + at, channels) == 0) continue;
            part.left = std::min(part.left, x), right = std::max(right, x + 1);
            part.top = std::min(part.top, y), bottom = y + 1;
        }
    if (right == 0) return {0, 0, 1, 1};
    part.width = right - part.left;
    part.height = bottom - part.top;
    return part;
}

ConstHostView part_of(ConstHostView layer, const GifPart& part) {
    layer.data = layer.row(part.top) + part.left * layer.step();
    layer.format.width = part.width;
    layer.format.height = part.height;
    return layer;
}

class GifFile {
public:
    GifFile(const ConstHostView& image, const Metadata& metadata, const GifOptions& options)
        : image_(image), options_(options), clear_(has_alpha_anywhere(image)) {
        const bool animated = image.format.layers > 1;
        append("GIF89a");
        number(image.format.width);
        number(image.format.height);
        const std::uint8_t no_palette[]{0x70, 0, 0};
        append(no_palette);
        if (animated && metadata.animation.plays != 1) {
            const std::uint32_t plays = metadata.animation.plays;
            begin_application(gif_loops);
            append(std::string("\3\1", 2));
            number(plays == 0 ? 0 : std::min(plays - 1, 65535u));
            file_.push_back(0);
        }
        if (!metadata.icc.empty()) {
            begin_application(gif_icc);
            append_blocks(metadata.icc);
        }
        if (!metadata.xmp.empty()) {
            begin_application(gif_xmp);
            append(metadata.xmp);
            file_.push_back(1);
            for (int byte = 255; byte >= 0; --byte) file_.push_back(static_cast<std::uint8_t>(byte));
            file_.push_back(0);
        }
        for (const MetadataText& comment : metadata.texts) {
            const std::uint8_t head[]{gif_block::extension, gif_block::comment};
            append(head);
            append_blocks(as_bytes(comment.text));
        }
        for (std::size_t i = 0; i < image.format.layers; ++i)
            add_layer(
                i, animated && !metadata.animation.empty() ? metadata.animation.delays.at(i) : usual_delay);
        file_.push_back(gif_block::end);
    }

    std::vector<std::uint8_t> take() { return std::move(file_); }

private:
    void append(Bytes bytes) { file_.insert(file_.end(), bytes.begin(), bytes.end()); }
    void append(std::string_view text) { append(as_bytes(text)); }
    void append_blocks(Bytes left) {
        while (!left.empty()) {
            const Bytes block = left.first(std::min<std::size_t>(left.size(), 255));
            file_.push_back(static_cast<std::uint8_t>(block.size()));
            append(block);
            left = left.subspan(block.size());
        }
        file_.push_back(0);
    }
    void number(std::size_t value) { append_number(file_, value, 2, false); }
    void begin_application(std::string_view name) {
        const std::uint8_t head[]{gif_block::extension, gif_block::application, 11};
        append(head);
        append(name);
    }

    ConstHostView layer(std::size_t i) const {
        return rows_of(image_, i * image_.format.height, image_.format.height);
    }

    void add_layer(std::size_t i, std::uint32_t delay) {
        // What is transparent would show the layer before, which is cleared therefore.
        GifPart part{0, 0, image_.format.width, image_.format.height};
        if (i > 0 && !clear_) part = changed_part(layer(i), layer(i - 1));
        const IndexedImage coded = indexed(part_of(layer(i), part), static_cast<std::size_t>(options_.colors),
                                           options_.palette_dither);
        if (coded.clear || image_.format.layers > 1) {
            const auto flags = static_cast<std::uint8_t>((clear_ ? 2 << 2 : 1 << 2) | (coded.clear ? 1 : 0));
            const std::uint8_t head[]{gif_block::extension, gif_block::control, 4, flags};
            append(head);
            number(std::min<std::size_t>((std::size_t{delay} + 5) / 10, 65535));
            file_.push_back(coded.clear.value_or(0));
            file_.push_back(0);
        }
        file_.push_back(gif_block::image);
        for (const std::size_t value : {part.left, part.top, part.width, part.height}) number(value);
        const int bits = std::max(1, static_cast<int>(std::bit_width(coded.palette.size() - 1)));
        file_.push_back(static_cast<std::uint8_t>(0x80 | (bits - 1)));
        for (std::size_t c = 0; c < std::size_t{1} << bits; ++c)
            append(c < coded.palette.size() ? coded.palette[c] : PaletteColour{});
        append_gif_codes(file_, coded.indices, std::max(bits, 2));
    }

    ConstHostView image_;
    GifOptions options_;
    bool clear_;
    std::vector<std::uint8_t> file_;
};

}  // namespace

std::vector<std::uint8_t> gif_write(const ConstHostView& image, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn) {
    if (has_partial_alpha(image))
        warn("its alpha becomes all or nothing, for GIF has no other: below a half a pixel is transparent");
    return GifFile(image, metadata, gif_options().filled(options.own)).take();
}

std::size_t gif_write_memory(const ImageFormat& format) {
    // Codes of 12 bits in a file that grows, indices of a layer; and tables of colours.
    constexpr std::size_t more = std::size_t{16} << 20;
    return 4 * format.pixels() + 2 * format.width * format.height + more;
}

}  // namespace sluice
