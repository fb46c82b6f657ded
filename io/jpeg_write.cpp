#include "io/jpeg.hpp"

#include <cstdlib>

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

    void write(const ConstHostView& src, Bytes icc, int quality) {
        errors_.guarded([&] {
            jpeg_.image_width = static_cast<JDIMENSION>(src.format.width);
            jpeg_.image_height = static_cast<JDIMENSION>(src.format.height);
            jpeg_.input_components = static_cast<int>(src.step());
            jpeg_.in_color_space = src.format.channels == 1 ? JCS_GRAYSCALE
                                   : src.packed_pixels()    ? JCS_RGB
                                                            : JCS_EXT_RGBX;
            jpeg_set_defaults(&jpeg_);  // 4:2:0 among them
            jpeg_set_quality(&jpeg_, quality, TRUE);
            jpeg_start_compress(&jpeg_, TRUE);
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
    JpegErrors errors_;
    jpeg_compress_struct jpeg_{};
    unsigned char* data_ = nullptr;
    unsigned long size_ = 0;
};

}  // namespace

std::vector<std::uint8_t> jpeg_write(const ConstHostView& src, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn&) {
    JpegWriter writer;
    writer.write(src, metadata.icc, options.quality);
    return writer.bytes();
}

}  // namespace sluice
