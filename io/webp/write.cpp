#include "io/exif/exif.hpp"
#include "io/webp/container.hpp"
#include "io/webp/webp.hpp"
#include "pipeline/core/rows.hpp"

#include <webp/encode.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace sluice {
namespace {

constexpr std::string_view mark("RIFF\0\0\0\0WEBP", 12);
constexpr std::size_t extended_header = webp_chunk_header + 10;  // a VP8X chunk
enum WebpFlag : std::uint8_t {
    animation_flag = 0x02,
    xmp_flag = 0x04,
    exif_flag = 0x08,
    alpha_flag = 0x10,
    icc_flag = 0x20
};

// Where libwebp puts its bytes. No exception may pass through it.
int on_webp_bytes(const std::uint8_t* data, std::size_t size, const WebPPicture* picture) {
    try {
        auto& file = *static_cast<std::vector<std::uint8_t>*>(picture->custom_ptr);
        file.insert(file.end(), data, data + size);
        return 1;
    } catch (const std::bad_alloc&) {
        return 0;
    }
}

class WebpEncoder {
public:
    explicit WebpEncoder(const WebpOptions& options) {
        WebPConfigInit(&config_);
        WebPPictureInit(&picture_);
        if (options.lossless) {
            WebPConfigLosslessPreset(&config_, options.effort.value_or(1));
            config_.exact = 1;  // colours under transparent pixels, too
        } else {
            config_.quality = static_cast<float>(options.quality);
            config_.method = options.effort.value_or(4);
        }
        picture_.use_argb = config_.lossless;
    }
    ~WebpEncoder() { WebPPictureFree(&picture_); }
    WebpEncoder(const WebpEncoder&) = delete;
    WebpEncoder& operator=(const WebpEncoder&) = delete;

    // Appends the file.
    void encode(const ConstHostView& image, std::vector<std::uint8_t>& file) {
        picture_.writer = on_webp_bytes;
        picture_.custom_ptr = &file;
        const std::size_t start = file.size();
        import(image);
        // Modes of all blocks go into one part, which has a limit: some of those of large images have to be
        // given up.
        while (WebPEncode(&config_, &picture_) == 0) {
            if (picture_.error_code != VP8_ENC_ERROR_PARTITION0_OVERFLOW || config_.partition_limit >= 100)
                fail();
            config_.partition_limit += 50;
            file.resize(start);
            import(image);
        }
    }

private:
    void import(const ConstHostView& image) {
        picture_.width = static_cast<int>(image.format.width);
        picture_.height = static_cast<int>(image.format.height);
        const auto* first = static_cast<const std::uint8_t*>(image.data);
        const auto import_as = image.format.channels == 4 ? WebPPictureImportRGBA
                               : image.packed_pixels()    ? WebPPictureImportRGB
                                                          : WebPPictureImportRGBX;
        if (import_as(&picture_, first, static_cast<int>(image.pitch)) == 0) fail();
    }

    [[noreturn]] void fail() const {
        if (picture_.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ||
            picture_.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ||
            picture_.error_code == VP8_ENC_ERROR_BAD_WRITE)  // to memory
            throw std::bad_alloc();
        throw_input("libwebp cannot write it: error " + std::to_string(picture_.error_code));
    }

    WebPConfig config_;
    WebPPicture picture_;
};

// Whether what libwebp made has alpha, from its first chunk on.
bool has_alpha(Bytes chunks) {
    if (has_magic(chunks, "VP8X")) return (chunks[webp_chunk_header] & alpha_flag) != 0;
    constexpr std::size_t lossless_flags = webp_chunk_header + 4;  // behind a mark, 14 bits of each side
    return has_magic(chunks, "VP8L") && (chunks[lossless_flags] & 0x10) != 0;
}

std::vector<std::uint8_t> canvas_of(const ImageFormat& format, std::uint8_t flags) {
    std::vector<std::uint8_t> data{flags, 0, 0, 0};
    for (const std::size_t side : {format.width, format.height}) append_number(data, side - 1, 3, false);
    return data;
}

// Transparent behind all frames, and how often they are shown.
std::vector<std::uint8_t> animation_of(const Animation& animation) {
    constexpr std::uint32_t most_plays = 65535;
    std::vector<std::uint8_t> data(4, 0);
    append_number(data, std::min(animation.plays, most_plays), 2, false);
    return data;
}

std::uint32_t delay_of(const Animation& animation, std::size_t layer) {
    constexpr std::uint32_t usual = 100, most = 0xFFFFFF;  // milliseconds
    return animation.empty() ? usual : std::min(animation.delays.at(layer), most);
}

// A frame that is the whole canvas and takes the place of what was there.
std::vector<std::uint8_t> frame_of(const ImageFormat& format, std::uint32_t delay, Bytes chunks) {
    constexpr std::uint8_t not_blended = 2;
    std::vector<std::uint8_t> data(6, 0);
    for (const std::size_t number : {format.width - 1, format.height - 1, std::size_t{delay}})
        append_number(data, number, 3, false);
    data.push_back(not_blended);
    data.insert(data.end(), chunks.begin(), chunks.end());
    return data;
}

}  // namespace

std::vector<std::uint8_t> webp_write(const ConstHostView& image, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn) {
    const WebpOptions own = webp_options().filled(options.own);
    const std::vector<std::uint8_t> exif = exif_with_resolution(metadata, "WebP", warn);
    const bool animated = image.format.layers > 1;
    std::vector<std::uint8_t> file;
    if (!animated && metadata.icc.empty() && exif.empty() && metadata.xmp.empty()) {
        WebpEncoder(own).encode(image, file);
        return file;
    }
    std::uint8_t flags = animated ? animation_flag : 0;
    file.insert(file.end(), mark.begin(), mark.end());
    append_webp_chunk(file, "VP8X", canvas_of(image.format, 0));
    if (!metadata.icc.empty()) append_webp_chunk(file, "ICCP", metadata.icc), flags |= icc_flag;
    if (animated) append_webp_chunk(file, "ANIM", animation_of(metadata.animation));
    for (std::size_t i = 0; i < image.format.layers; ++i) {
        std::vector<std::uint8_t> made;
        WebpEncoder(own).encode(rows_of(image, i * image.format.height, image.format.height), made);
        // Its own header gives way to ours.
        Bytes chunks = Bytes(made).subspan(mark.size());
        if (has_alpha(chunks)) flags |= alpha_flag;
        if (has_magic(chunks, "VP8X")) chunks = chunks.subspan(extended_header);
        if (animated)
            append_webp_chunk(file, "ANMF", frame_of(image.format, delay_of(metadata.animation, i), chunks));
        else
            file.insert(file.end(), chunks.begin(), chunks.end());
    }
    if (!exif.empty()) append_webp_chunk(file, "EXIF", exif), flags |= exif_flag;
    if (!metadata.xmp.empty()) append_webp_chunk(file, "XMP ", metadata.xmp), flags |= xmp_flag;
    file[mark.size() + webp_chunk_header] = flags;
    std::vector<std::uint8_t> size;
    append_number(size, file.size() - webp_chunk_header, 4, false);
    std::copy(size.begin(), size.end(), file.begin() + 4);
    return file;
}

std::size_t webp_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    const WebpOptions own = webp_options().filled(options.own);
    constexpr std::size_t more = std::size_t{8} << 20;
    // Alpha is always coded without loss, of the highest efforts in several ways. The file counts as well: it
    // grows by doubling.
    const std::size_t of_pixel = own.lossless                  ? 36
                                 : format.channels == 3        ? 8
                                 : own.effort.value_or(4) <= 4 ? 36
                                                               : 56;
    const std::size_t frames = format.layers > 1 ? 8 * format.pixels() : 0;  // that are in the file already
    return of_pixel * format.width * format.height + frames + more;
}

}  // namespace sluice
