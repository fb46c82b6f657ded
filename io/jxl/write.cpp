#include "io/colours.hpp"
#include "io/exif/exif.hpp"
#include "io/jxl/jxl.hpp"

#include <jxl/encode.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace sluice {
namespace {

struct DeleteJxlEncoder {
    void operator()(JxlEncoder* encoder) const { JxlEncoderDestroy(encoder); }
};

void check_jxl(JxlEncoderStatus status) {
    if (status != JXL_ENC_SUCCESS) throw_input("libjxl cannot write it");
}

// What cjxl makes of qualities: 100 differs from the image by less than can be seen, 90 is at the edge of
// that.
float distance_of(int quality) {
    const auto q = static_cast<float>(quality);
    return q >= 30 ? 0.1f + (100 - q) * 0.09f : 53.0f / 3000 * q * q - 23.0f / 20 * q + 25;
}

JxlBasicInfo jxl_info(const ImageFormat& format, bool lossless) {
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = static_cast<std::uint32_t>(format.width);
    info.ysize = static_cast<std::uint32_t>(format.height);
    info.bits_per_sample = static_cast<std::uint32_t>(8 * bytes(format.pixel));
    info.exponent_bits_per_sample = format.pixel == Pixel::f16 ? 5 : format.pixel == Pixel::f32 ? 8 : 0;
    info.num_color_channels = static_cast<std::uint32_t>(format.colors());
    if (format.has_alpha()) {
        info.num_extra_channels = 1;
        info.alpha_bits = info.bits_per_sample;
        info.alpha_exponent_bits = info.exponent_bits_per_sample;
    }
    info.uses_original_profile = lossless ? JXL_TRUE : JXL_FALSE;
    return info;
}

bool is_usual_profile(const std::vector<std::uint8_t>& icc, bool grey, Space space) {
    try {
        return ColourProfile{icc, space} == standard_profile(StandardColours::srgb, grey, space);
    } catch (const Error&) {  // without Little CMS it has made none
        return false;
    }
}

void set_colours(JxlEncoder* encoder, const ImageFormat& format, const std::vector<std::uint8_t>& icc) {
    const bool grey = format.colors() == 1;
    JxlColorEncoding encoding{};
    const bool light = !is_integer(format.pixel);  // what floats are in this format
    if (light && (icc.empty() || is_usual_profile(icc, grey, Space::linear))) {
        JxlColorEncodingSetToLinearSRGB(&encoding, grey ? JXL_TRUE : JXL_FALSE);
    } else if (icc.empty() || is_usual_profile(icc, grey, Space::encoded)) {
        JxlColorEncodingSetToSRGB(&encoding, grey ? JXL_TRUE : JXL_FALSE);
    } else {
        return check_jxl(JxlEncoderSetICCProfile(encoder, icc.data(), icc.size()));
    }
    check_jxl(JxlEncoderSetColorEncoding(encoder, &encoding));
}

std::vector<std::byte> packed_rows(const ConstHostView& image) {
    const std::size_t row = image.format.host_bytes() / image.format.rows();
    std::vector<std::byte> rows(row * image.format.rows());
    for (std::size_t y = 0; y < image.format.rows(); ++y)
        std::memcpy(rows.data() + y * row, image.row(y), row);
    return rows;
}

}  // namespace

std::vector<std::uint8_t> jxl_write(const ConstHostView& image, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn) {
    const JxlOptions own = jxl_options().filled(options.own);
    const std::unique_ptr<JxlEncoder, DeleteJxlEncoder> encoder(JxlEncoderCreate(nullptr));
    if (!encoder) throw std::bad_alloc();
    const JxlBasicInfo info = jxl_info(image.format, own.lossless);
    check_jxl(JxlEncoderSetBasicInfo(encoder.get(), &info));
    set_colours(encoder.get(), image.format, metadata.icc);

    std::vector<std::uint8_t> exif = exif_with_resolution(metadata, "JPEG XL", warn);
    if (!exif.empty() || !metadata.xmp.empty()) {
        check_jxl(JxlEncoderUseBoxes(encoder.get()));
        if (!exif.empty()) {
            exif.insert(exif.begin(), 4, 0);  // bytes before the TIFF header
            check_jxl(JxlEncoderAddBox(encoder.get(), "Exif", exif.data(), exif.size(), JXL_FALSE));
        }
        if (!metadata.xmp.empty())
            check_jxl(
                JxlEncoderAddBox(encoder.get(), "xml ", metadata.xmp.data(), metadata.xmp.size(), JXL_FALSE));
        JxlEncoderCloseBoxes(encoder.get());
    }

    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    if (settings == nullptr) throw std::bad_alloc();
    check_jxl(JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT,
                                               own.effort.value_or(own.lossless ? 2 : 4)));
    check_jxl(own.lossless ? JxlEncoderSetFrameLossless(settings, JXL_TRUE)
                           : JxlEncoderSetFrameDistance(settings, distance_of(own.quality)));
    const JxlDataType type = image.format.pixel == Pixel::u8    ? JXL_TYPE_UINT8
                             : image.format.pixel == Pixel::u16 ? JXL_TYPE_UINT16
                             : image.format.pixel == Pixel::f16 ? JXL_TYPE_FLOAT16
                                                                : JXL_TYPE_FLOAT;
    const JxlPixelFormat given{static_cast<std::uint32_t>(image.format.channels), type, JXL_NATIVE_ENDIAN, 0};
    {
        const std::vector<std::byte> rows = packed_rows(image);
        check_jxl(JxlEncoderAddImageFrame(settings, &given, rows.data(), rows.size()));
    }
    JxlEncoderCloseInput(encoder.get());

    constexpr std::size_t some = std::size_t{64} << 10;
    std::vector<std::uint8_t> file;
    while (true) {
        const std::size_t have = file.size();
        file.resize(have + std::max(some, have / 2));
        std::uint8_t* next = file.data() + have;
        std::size_t left = file.size() - have;
        const JxlEncoderStatus status = JxlEncoderProcessOutput(encoder.get(), &next, &left);
        file.resize(file.size() - left);
        if (status == JXL_ENC_SUCCESS) return file;
        if (status != JXL_ENC_NEED_MORE_OUTPUT) check_jxl(status);
    }
}

std::size_t jxl_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    constexpr std::size_t more = std::size_t{32} << 20;
    const JxlOptions own = jxl_options().filled(options.own);
    const std::size_t of_sample = own.effort.value_or(4) > 4 ? 40 : 24;
    return of_sample * static_cast<std::size_t>(format.channels) * format.pixels() + 2 * format.host_bytes() +
           more;
}

}  // namespace sluice
