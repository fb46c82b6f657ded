#include "io/icc.hpp"
#include "io/png.hpp"

#include <png.h>

#include <bit>
#include <csetjmp>
#include <string>

namespace sluice {
namespace {

// Level 1 with the filter `up` is the default because a batch spends most of its time here. Measured on
// photographs (zlib 1.2.13, speed relative to it, size of the file of that of the pixels):
//   level 1: none 0.8, 62 %; sub 0.9, 48 %; up 1, 46 %; paeth 0.7, 46 %; the best of all per row 0.5, 46 %
//   level 2: up 0.7, 45 %; level 3: up 0.6, 44 %; level 6: up 0.2, 42 %; all 0.15, 42 %
// Run lengths alone (Z_RLE) are as fast and as small there, but not for drawings and masks.
int filters(int level) { return level <= 3 ? PNG_FILTER_UP : PNG_ALL_FILTERS; }

class PngWriter {
public:
    PngWriter() {
        png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
        if (info_ == nullptr) {
            png_destroy_write_struct(&png_, &info_);
            throw_input("there is not enough memory for libpng");
        }
    }
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    void write(const ConstHostView& src, Bytes icc, const EncodeOptions& options) {
        // libpng reports errors by longjmp: no object that has a destructor may live below.
        if (setjmp(png_jmpbuf(png_)) != 0) throw_input("libpng cannot write it: " + error_);
        constexpr int color_types[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                       PNG_COLOR_TYPE_RGB_ALPHA};
        const ImageFormat& format = src.format;
        png_set_write_fn(png_, this, on_write, nullptr);
        png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_benign_errors(png_, 1);
        png_set_IHDR(png_, info_, static_cast<png_uint_32>(format.width),
                     static_cast<png_uint_32>(format.height), format.pixel == Pixel::u16 ? 16 : 8,
                     color_types[format.channels], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                     PNG_FILTER_TYPE_DEFAULT);
        png_set_option(png_, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);  // whatever it is, it is kept
        if (!icc.empty())
            png_set_iCCP(png_, info_, "ICC profile", PNG_COMPRESSION_TYPE_BASE, icc.data(),
                         static_cast<png_uint_32>(icc.size()));
        png_set_compression_level(png_, options.compression);
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, filters(options.compression));
        profile_kept = png_get_valid(png_, info_, PNG_INFO_iCCP) != 0;
        png_write_info(png_, info_);
        if (format.pixel == Pixel::u16 && std::endian::native == std::endian::little) png_set_swap(png_);
        if (!src.packed_pixels()) png_set_filler(png_, 0, PNG_FILLER_AFTER);
        for (std::size_t y = 0; y < format.height; ++y)
            png_write_row(png_, reinterpret_cast<png_const_bytep>(src.row(y)));
        png_write_end(png_, nullptr);
    }

    std::vector<std::uint8_t> bytes;
    bool profile_kept = false;

private:
    static void on_write(png_structp png, png_bytep src, std::size_t count) {
        auto& bytes = static_cast<PngWriter*>(png_get_io_ptr(png))->bytes;
        bytes.insert(bytes.end(), src, src + count);
    }
    static void on_error(png_structp png, png_const_charp message) {
        static_cast<PngWriter*>(png_get_error_ptr(png))->error_ = message;
        png_longjmp(png, 1);
    }
    // What libpng finds wrong with a profile; the pixels are ours.
    static void on_warning(png_structp, png_const_charp) {}

    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::string error_;
};

}  // namespace

std::vector<std::uint8_t> png_write(const ConstHostView& src, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn) {
    PngWriter writer;
    writer.write(src, metadata.icc, options);
    if (!metadata.icc.empty() && !writer.profile_kept) warn("its colour profile is left out: it is broken");
    return std::move(writer.bytes);
}

}  // namespace sluice
