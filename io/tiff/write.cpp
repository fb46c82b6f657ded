#include "io/resolution.hpp"
#include "io/tiff/exif.hpp"
#include "io/tiff/file.hpp"
#include "io/tiff/tiff.hpp"

#include <algorithm>
#include <cstring>

namespace sluice {
namespace {

// Deflate with differences of neighbours (predictor 2) is the default: of 5 photographs of 3 MP, one core,
// libtiff 4.5 with libdeflate, MP/s written and read, size of the file of that of the pixels:
//              8 bit                16 bit               float
//   none       874  1344  100 %     402  499  100 %       90  322  100 %
//   LZW         25    81   30 %      12   38   66 %        6   17   66 %
//   level 1     54   165   32 %      19   56   54 %        9   22   57 % (predictor 3)
//   level 3     28   182   30 %      12   54   54 %
//   level 6      8   198   28 %       6   57   53 %
// Floats are faster without a predictor (11, 35, 52 %), and then every program reads them.
// Strips of 64 KiB and of 1 MiB are slower, those of 64 KiB by a fifth.
constexpr std::size_t strip_bytes = std::size_t{256} << 10;

std::uint16_t sample_format(Pixel pixel) {
    if (!is_integer(pixel)) return SAMPLEFORMAT_IEEEFP;
    return is_signed(pixel) ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT;
}

// Offsets of an ordinary TIFF have 32 bits; what compresses badly grows by less than a hundredth.
bool needs_big(const ConstHostView& src, const Metadata& metadata) {
    const std::size_t beside =
        src.format.layers * (metadata.icc.size() + 65536) + metadata.xmp.size() + 2 * metadata.exif.size();
    return src.format.host_bytes() + src.format.host_bytes() / 64 + beside > 0xFFFFFFFF;
}

struct Strips {
    std::size_t row;   // bytes
    std::size_t rows;  // of a strip
};

void set_tags(TIFF* tiff, const ImageFormat& format, const Strips& strips, const EncodeOptions& options) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(format.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(format.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * bytes(format.pixel)));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, format.channels);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, static_cast<int>(sample_format(format.pixel)));
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, format.colors() == 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(strips.rows));
    if (format.has_alpha()) {
        const std::uint16_t kind = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
    }
    if (options.compression == 0) {
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
        return;
    }
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, options.compression);
    if (is_integer(format.pixel)) TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
}

void set_resolution(TIFF* tiff, const Resolution& src) {
    using Unit = Resolution::Unit;
    const Resolution dst = src.unit == Unit::metre ? in_unit(src, Unit::inch) : src;
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, dst.x);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, dst.y);
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT,
                 dst.unit == Unit::inch         ? RESUNIT_INCH
                 : dst.unit == Unit::centimetre ? RESUNIT_CENTIMETER
                                                : RESUNIT_NONE);
}

void write_page(TiffFile& file, const ConstHostView& src, std::size_t layer, const Strips& strips) {
    std::vector<std::byte> packed(src.pitch == strips.row ? 0 : strips.row * strips.rows);
    std::uint32_t strip = 0;
    for (std::size_t top = 0; top < src.format.height; top += strips.rows, ++strip) {
        const std::size_t rows = std::min(strips.rows, src.format.height - top);
        const std::byte* data = src.row(layer * src.format.height + top);
        if (!packed.empty()) {
            for (std::size_t y = 0; y < rows; ++y)
                std::memcpy(packed.data() + y * strips.row, data + y * src.pitch, strips.row);
            data = packed.data();
        }
        // libtiff takes rows that it could write to, and does not: nothing is swapped.
        const auto size = static_cast<tmsize_t>(rows * strips.row);
        file.check(TIFFWriteEncodedStrip(file.get(), strip, const_cast<std::byte*>(data), size) == size);
    }
}

}  // namespace

std::vector<std::uint8_t> tiff_write(const ConstHostView& src, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn) {
    const ImageFormat& format = src.format;
    TiffFile file(needs_big(src, metadata));
    const std::size_t row = format.host_bytes() / format.rows();
    const Strips strips{row, std::clamp<std::size_t>(strip_bytes / row, 1, format.height)};
    for (std::size_t layer = 0; layer < format.layers; ++layer) {
        set_tags(file.get(), format, strips, options);
        if (!metadata.icc.empty())
            TIFFSetField(file.get(), TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(metadata.icc.size()),
                         metadata.icc.data());
        if (layer == 0 && !metadata.xmp.empty())
            TIFFSetField(file.get(), TIFFTAG_XMLPACKET, static_cast<std::uint32_t>(metadata.xmp.size()),
                         metadata.xmp.data());
        if (layer == 0 && !metadata.exif.empty()) set_tiff_exif(file, metadata.exif, warn);
        if (!metadata.resolution.empty()) set_resolution(file.get(), metadata.resolution);
        if (format.layers > 1) TIFFSetField(file.get(), TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
        write_page(file, src, layer, strips);
        file.check(TIFFWriteDirectory(file.get()) == 1);
    }
    return file.finish();
}

}  // namespace sluice
