#include "io/exif/exif.hpp"
#include "io/webp/container.hpp"
#include "io/webp/webp.hpp"

#include <webp/encode.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace sluice {
namespace {

constexpr std::string_view mark("RIFF\0\0\0\0WEBP", 12);
constexpr std::size_t extended_header = webp_chunk_header + 10;  // a VP8X chunk
enum WebpFlag : std::uint8_t { xmp_flag = 0x04, exif_flag = 0x08, alpha_flag = 0x10, icc_flag = 0x20 };

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

// Nothing else says the resolution.
std::vector<std::uint8_t> exif_of(const Metadata& metadata, const Warn& warn) {
    if (metadata.exif.empty()) return exif_of_resolution(metadata.resolution);
    if (!metadata.resolution.empty() && exif_resolution(metadata.exif).empty())
        warn("its resolution is lost: its EXIF data does not say it, and WebP has no other place for it");
    return metadata.exif;
}

}  // namespace

std::vector<std::uint8_t> webp_write(const ConstHostView& image, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn) {
    const std::vector<std::uint8_t> exif = exif_of(metadata, warn);
    const bool bare = metadata.icc.empty() && exif.empty() && metadata.xmp.empty();
    std::vector<std::uint8_t> file;
    std::uint8_t flags = 0;
    if (!bare) {
        file.insert(file.end(), mark.begin(), mark.end());
        append_webp_chunk(file, "VP8X", canvas_of(image.format, 0));
        if (!metadata.icc.empty()) append_webp_chunk(file, "ICCP", metadata.icc), flags |= icc_flag;
    }
    const std::size_t start = file.size();
    WebpEncoder(webp_options().filled(options.own)).encode(image, file);
    if (bare) return file;

    // Its own header gives way to ours.
    const Bytes made = Bytes(file).subspan(start + mark.size());
    if (has_alpha(made)) flags |= alpha_flag;
    const std::size_t header = mark.size() + (has_magic(made, "VP8X") ? extended_header : 0);
    const auto at = [&](std::size_t i) { return file.begin() + static_cast<std::ptrdiff_t>(i); };
    file.erase(at(start), at(start + header));
    if (!exif.empty()) append_webp_chunk(file, "EXIF", exif), flags |= exif_flag;
    if (!metadata.xmp.empty()) append_webp_chunk(file, "XMP ", metadata.xmp), flags |= xmp_flag;
    file[mark.size() + webp_chunk_header] = flags;
    std::vector<std::uint8_t> size;
    append_number(size, file.size() - webp_chunk_header, 4, false);
    std::copy(size.begin(), size.end(), at(4));
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
    return of_pixel * format.pixels() + more;
}

}  // namespace sluice
