#include "io/avif/avif.hpp"
#include "io/avif/library.hpp"
#include "io/exif/exif.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

namespace sluice {
namespace {

constexpr const char* unwritten_avif = "libavif cannot write it: ";

struct DeleteAvif {
    void operator()(avifImage* image) const { avifImageDestroy(image); }
    void operator()(avifEncoder* encoder) const { avifEncoderDestroy(encoder); }
};
using AvifImage = std::unique_ptr<avifImage, DeleteAvif>;

std::uint32_t depth_of(AvifBits bits, Pixel pixel) {
    switch (bits) {
        case AvifBits::eight: return 8;
        case AvifBits::ten: return 10;
        case AvifBits::twelve: return 12;
        default: return pixel == Pixel::u8 ? 8 : 12;
    }
}

// Grey, and its alpha, without a loss but that of bits.
void put_grey(const ConstHostView& src, avifImage& dst) {
    const double scale = (std::ldexp(1.0, static_cast<int>(dst.depth)) - 1) / highest(src.format.pixel);
    for (int c = 0; c < src.format.channels; ++c)
        for (std::size_t y = 0; y < src.format.height; ++y) {
            std::uint8_t* row = c == 0 ? dst.yuvPlanes[AVIF_CHAN_Y] + y * dst.yuvRowBytes[AVIF_CHAN_Y]
                                       : dst.alphaPlane + y * dst.alphaRowBytes;
            for (std::size_t x = 0; x < src.format.width; ++x) {
                const auto value = static_cast<std::uint16_t>(std::lround(sample(src, x, y, c) * scale));
                if (dst.depth == 8)
                    row[x] = static_cast<std::uint8_t>(value);
                else
                    std::memcpy(row + 2 * x, &value, 2);
            }
        }
}

void put_colours(const ConstHostView& src, avifImage& dst) {
    avifRGBImage from;
    avifRGBImageSetDefaults(&from, &dst);
    from.depth = src.format.pixel == Pixel::u8 ? 8 : 16;
    from.format = src.step() == 4 ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    from.ignoreAlpha = src.format.channels == 3 ? AVIF_TRUE : AVIF_FALSE;
    from.pixels = static_cast<std::uint8_t*>(const_cast<void*>(src.data));
    from.rowBytes = static_cast<std::uint32_t>(src.pitch);
    check_avif(avifImageRGBToYUV(&dst, &from), unwritten_avif);
}

AvifImage avif_image_of(const ConstHostView& src, const AvifOptions& options) {
    const bool grey = src.format.colors() == 1;
    constexpr int full_colours_from = 90;
    const avifPixelFormat planes = grey ? AVIF_PIXEL_FORMAT_YUV400
                                   : options.lossless || options.quality >= full_colours_from
                                       ? AVIF_PIXEL_FORMAT_YUV444
                                       : AVIF_PIXEL_FORMAT_YUV420;
    AvifImage image(avifImageCreate(static_cast<std::uint32_t>(src.format.width),
                                    static_cast<std::uint32_t>(src.format.height),
                                    depth_of(options.bits, src.format.pixel), planes));
    if (!image) throw std::bad_alloc();
    image->yuvRange = AVIF_RANGE_FULL;
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients =
        options.lossless && !grey ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601;
    const avifPlanesFlags wanted = AVIF_PLANES_YUV | (src.format.has_alpha() ? AVIF_PLANES_A : 0);
    avifImageAllocatePlanes(image.get(), wanted);
    grey ? put_grey(src, *image) : put_colours(src, *image);
    return image;
}

void set_quality(avifEncoder& encoder, const AvifOptions& options) {
    constexpr int slowest = 10;
    encoder.speed = slowest - options.effort;
    const int quality = options.lossless ? 100 : options.quality;
#if AVIF_VERSION >= 1000000
    encoder.quality = quality;
    encoder.qualityAlpha = 100;
#else
    const int quantizer = AVIF_QUANTIZER_WORST_QUALITY * (100 - quality) / 100;
    encoder.minQuantizer = encoder.maxQuantizer = quantizer;
    encoder.minQuantizerAlpha = encoder.maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
#endif
}

}  // namespace

std::vector<std::uint8_t> avif_write(const ConstHostView& image, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn) {
    const AvifOptions own = avif_options().filled(options.own);
    const AvifImage planes = avif_image_of(image, own);
    if (!metadata.icc.empty()) avifImageSetProfileICC(planes.get(), metadata.icc.data(), metadata.icc.size());
    const std::vector<std::uint8_t> exif = exif_with_resolution(metadata, "AVIF", warn);
    if (!exif.empty()) avifImageSetMetadataExif(planes.get(), exif.data(), exif.size());
    if (!metadata.xmp.empty())
        avifImageSetMetadataXMP(planes.get(), metadata.xmp.data(), metadata.xmp.size());
    // What EXIF says of how it is turned, a library may have taken over. It is upright.
    planes->transformFlags &= ~static_cast<unsigned>(AVIF_TRANSFORM_IROT | AVIF_TRANSFORM_IMIR);

    const std::unique_ptr<avifEncoder, DeleteAvif> encoder(avifEncoderCreate());
    if (!encoder) throw std::bad_alloc();
    // Others start threads of their own, whatever is asked.
    if (avifCodecName(AVIF_CODEC_CHOICE_AOM, AVIF_CODEC_FLAG_CAN_ENCODE) != nullptr)
        encoder->codecChoice = AVIF_CODEC_CHOICE_AOM;
    encoder->maxThreads = 1;
    set_quality(*encoder, own);
    avifRWData output = AVIF_DATA_EMPTY;
    const std::unique_ptr<avifRWData, void (*)(avifRWData*)> freed(&output, avifRWDataFree);
    check_avif(avifEncoderAddImage(encoder.get(), planes.get(), 1, AVIF_ADD_IMAGE_FLAG_SINGLE),
               unwritten_avif);
    check_avif(avifEncoderFinish(encoder.get(), &output), unwritten_avif);
    return {output.data, output.data + output.size};
}

std::size_t avif_write_memory(const ImageFormat& format) {
    constexpr std::size_t more = std::size_t{32} << 20;
    return (format.pixel == Pixel::u8 ? 40 : 60) * format.pixels() + more;
}

}  // namespace sluice
