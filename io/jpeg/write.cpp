#include "io/jpeg/jpeg.hpp"
#include "io/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

namespace sluice {
namespace {

class JpegWriter {
public:
    JpegWriter() : errors_(false) {
        jpeg_.err = &errors_;
        errors_.guarded([&] {
            jpeg_create_compress(&jpeg_);
            jpeg_mem_dest(&jpeg_, &data_, &size_);
        });
    }
    ~JpegWriter() {
        jpeg_destroy_compress(&jpeg_);
        std::free(data_);
    }
    JpegWriter(const JpegWriter&) = delete;
    JpegWriter& operator=(const JpegWriter&) = delete;

    // `segments` are APP1, with their names.
    void write(const ConstHostView& src, Bytes icc, std::span<const std::vector<std::uint8_t>> segments,
               const Resolution& resolution, int quality) {
        errors_.guarded([&] {
            jpeg_.image_width = static_cast<JDIMENSION>(src.format.width);
            jpeg_.image_height = static_cast<JDIMENSION>(src.format.height);
            jpeg_.input_components = static_cast<int>(src.step());
            jpeg_.in_color_space = src.format.channels == 1 ? JCS_GRAYSCALE
                                   : src.packed_pixels()    ? JCS_RGB
                                                            : JCS_EXT_RGBX;
            jpeg_set_defaults(&jpeg_);  // 4:2:0 among them
            jpeg_set_quality(&jpeg_, quality, TRUE);
            set_density(resolution);
            jpeg_start_compress(&jpeg_, TRUE);
            for (const std::vector<std::uint8_t>& segment : segments)
                jpeg_write_marker(&jpeg_, JPEG_APP0 + 1, segment.data(),
                                  static_cast<unsigned>(segment.size()));
            if (!icc.empty()) jpeg_write_icc_profile(&jpeg_, icc.data(), static_cast<unsigned>(icc.size()));
            for (std::size_t y = 0; y < src.format.height; ++y) {
                // libjpeg takes rows that it could write to, and does not.
                JSAMPROW row = const_cast<JSAMPROW>(reinterpret_cast<const JSAMPLE*>(src.row(y)));
                jpeg_write_scanlines(&jpeg_, &row, 1);
            }
            jpeg_finish_compress(&jpeg_);
        });
    }

    std::vector<std::uint8_t> bytes() const { return {data_, data_ + size_}; }

private:
    // As JFIF has it: whole numbers per inch or centimetre, or x : y alone.
    void set_density(const Resolution& src) {
        if (src.empty()) return;
        const bool centimetres = src.unit == Resolution::Unit::centimetre;
        Resolution dst = centimetres ? src : in_unit(src, Resolution::Unit::inch);
        const double most = std::max(dst.x, dst.y);
        if (dst.unit == Resolution::Unit::none && most > 65535) dst.x *= 65535 / most, dst.y *= 65535 / most;
        if (std::min(dst.x, dst.y) < 0.5 || most > 65535) return;
        jpeg_.density_unit = dst.unit == Resolution::Unit::none ? 0 : centimetres ? 2 : 1;
        jpeg_.X_density = static_cast<UINT16>(std::round(dst.x));
        jpeg_.Y_density = static_cast<UINT16>(std::round(dst.y));
    }

    JpegErrors errors_;
    jpeg_compress_struct jpeg_{};
    unsigned char* data_ = nullptr;
    unsigned long size_ = 0;
};

}  // namespace

std::vector<std::uint8_t> jpeg_write(const ConstHostView& src, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn) {
    constexpr std::size_t most = 65533;  // bytes of a segment
    std::vector<std::vector<std::uint8_t>> segments;
    const auto add = [&](std::string_view name, const std::vector<std::uint8_t>& data, const char* what) {
        if (data.empty()) return;
        if (name.size() + data.size() > most) {
            warn("its " + std::string(what) + " data is lost: in JPEG it can have at most 64 KiB");
            return;
        }
        segments.emplace_back(name.begin(), name.end());
        segments.back().insert(segments.back().end(), data.begin(), data.end());
    };
    add(exif_magic, metadata.exif, "EXIF");
    add(xmp_magic, metadata.xmp, "XMP");
    JpegWriter writer;
    writer.write(src, metadata.icc, segments, metadata.resolution, options.quality);
    return writer.bytes();
}

}  // namespace sluice
