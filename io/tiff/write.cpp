#include "io/nodata.hpp"
#include "io/resolution.hpp"
#include "io/tiff/exif.hpp"
#include "io/tiff/file.hpp"
#include "io/tiff/tiff.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace sluice {
namespace {

// Deflate with differences of neighbours (predictor 2) is the default: faster than LZW, and smaller
// (docs/performance/folders.md, "TIFFs of 16 bit"). Floats are faster without a predictor, and then every
// program reads them. Strips of 64 KiB and of 1 MiB were slower.
constexpr std::size_t strip_bytes = std::size_t{256} << 10;

std::uint16_t sample_format(Pixel pixel) {
    if (!is_integer(pixel)) return SAMPLEFORMAT_IEEEFP;
    return is_signed(pixel) ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT;
}

// Offsets of an ordinary TIFF have 32 bits; what compresses badly grows by less than a hundredth.
bool needs_big(const ImageFormat& format, const Metadata& metadata) {
    const std::size_t beside =
        format.layers * (metadata.icc.size() + 65536) + metadata.xmp.size() + 2 * metadata.exif.size();
    return format.host_bytes() + format.host_bytes() / 64 + beside > 0xFFFFFFFF;
}

struct Strips {
    std::size_t row;   // bytes
    std::size_t rows;  // of a strip
};

void set_tags(TIFF* tiff, const ImageFormat& format, const Strips& strips, const TiffOptions& options) {
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

void set_nodata(TIFF* tiff, double nodata) {
    static const TIFFFieldInfo field{gdal_nodata_tag,
                                     TIFF_VARIABLE,
                                     TIFF_VARIABLE,
                                     TIFF_ASCII,
                                     FIELD_CUSTOM,
                                     1,
                                     0,
                                     const_cast<char*>("GDAL_NODATA")};
    TIFFMergeFieldInfo(tiff, &field, 1);
    TIFFSetField(tiff, gdal_nodata_tag, number_text(nodata).c_str());
}

class TiffWriter : public RowWriter {
public:
    TiffWriter(Output& file, const ImageFormat& format, const Metadata& metadata,
               const EncodeOptions& options, const Warn& warn)
        : file_(file, needs_big(format, metadata)),
          format_(format),
          metadata_(metadata),
          options_(tiff_options().filled(options.own)),
          warn_(warn),
          strips_{format.host_bytes() / format.rows(), 1} {
        strips_.rows = std::clamp<std::size_t>(strip_bytes / strips_.row, 1, format.height);
        strip_.reserve(strips_.row * strips_.rows);
    }

    void write(const ConstHostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); ++y) {
            if (row_ == 0) begin_page();
            const std::byte* row = rows.row(y);
            strip_.insert(strip_.end(), row, row + strips_.row);
            if (metadata_.nodata) give_nodata(last_row(), *metadata_.nodata);
            ++row_;
            if (row_ % strips_.rows == 0 || row_ == format_.height) end_strip();
            if (row_ == format_.height) end_page();
        }
    }
    void finish() override { file_.finish(); }

private:
    void begin_page() {
        TIFF* tiff = file_.get();
        set_tags(tiff, format_, strips_, options_);
        if (!metadata_.icc.empty())
            TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(metadata_.icc.size()),
                         metadata_.icc.data());
        const bool first = pages_ == 0;
        if (first && !metadata_.xmp.empty())
            TIFFSetField(tiff, TIFFTAG_XMLPACKET, static_cast<std::uint32_t>(metadata_.xmp.size()),
                         metadata_.xmp.data());
        if (first && !metadata_.exif.empty()) set_tiff_exif(file_, metadata_.exif, warn_);
        if (first) set_tiff_tags(file_, metadata_);
        if (!metadata_.resolution.empty()) set_resolution(tiff, metadata_.resolution);
        if (metadata_.nodata) set_nodata(tiff, *metadata_.nodata);
        if (format_.layers > 1) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
    }
    HostView last_row() {
        ImageFormat format = format_;
        format.height = format.layers = 1;
        return {format, strip_.data() + strip_.size() - strips_.row, strips_.row};
    }
    void end_strip() {
        const auto size = static_cast<tmsize_t>(strip_.size());
        const auto number = static_cast<std::uint32_t>((row_ - 1) / strips_.rows);
        file_.check(TIFFWriteEncodedStrip(file_.get(), number, strip_.data(), size) == size);
        strip_.clear();
    }
    void end_page() {
        file_.check(TIFFWriteDirectory(file_.get()) == 1);
        row_ = 0;
        ++pages_;
    }

    TiffFile file_;
    ImageFormat format_;
    Metadata metadata_;
    TiffOptions options_;
    Warn warn_;
    Strips strips_;
    std::vector<std::byte> strip_;
    std::size_t row_ = 0, pages_ = 0;  // rows of this page that are there, pages that are
};

}  // namespace

std::unique_ptr<RowWriter> tiff_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                      const EncodeOptions& options, const Warn& warn) {
    return std::make_unique<TiffWriter>(file, format, metadata, options, warn);
}

}  // namespace sluice
