#include "io/halved_rows.hpp"
#include "io/nodata.hpp"
#include "io/resolution.hpp"
#include "io/tiff/blocks.hpp"
#include "io/tiff/exif.hpp"
#include "io/tiff/file.hpp"
#include "io/tiff/tiff.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sluice {
namespace {

// Offsets of an ordinary TIFF have 32 bits; what compresses badly grows by less than a hundredth.
bool needs_big(const ImageFormat& format, const Metadata& metadata, const TiffOptions& options) {
    if (options.bigtiff) return true;

    const std::size_t beside =
        format.layers * (metadata.icc.size() + 65536) + metadata.xmp.size() + 2 * metadata.exif.size();
    const std::size_t pixels = format.host_bytes() + (options.pyramid ? format.host_bytes() / 2 : 0);
    return pixels + pixels / 64 + beside > 0xFFFFFFFF;
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

// An image of a pyramid, which waits until the larger ones are there.
class TiffLevel {
public:
    TiffLevel(const Output& file, const ImageFormat& format, const TiffCoding& coding)
        : format_(format), coding_(coding), place_(file.aside()), file_(*place_, true) {
        coding.set_tags(file_.get(), format);
        blocks_.emplace(file_, format, coding);
    }

    void add(const std::byte* row) { blocks_->add(row); }
    // To the next directory of `dst`, as they are compressed.
    void move_to(TiffFile& dst) {
        coding_.set_tags(dst.get(), format_);
        TIFFSetField(dst.get(), TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
        std::vector<std::uint8_t> tile;
        for (std::uint32_t i = 0; i < TIFFNumberOfTiles(file_.get()); ++i) {
            tile.resize(static_cast<std::size_t>(TIFFGetStrileByteCount(file_.get(), i)));
            file_.check(place_->read(TIFFGetStrileOffset(file_.get(), i), tile) == tile.size());
            const auto size = static_cast<tmsize_t>(tile.size());
            dst.check(TIFFWriteRawTile(dst.get(), i, tile.data(), size) == size);
        }
        dst.check(TIFFWriteDirectory(dst.get()) == 1);
    }

private:
    ImageFormat format_;
    TiffCoding coding_;
    std::unique_ptr<Output> place_;
    TiffFile file_;
    std::optional<TiffBlocks> blocks_;
};

// Halves of an image, until one fits a tile.
class TiffPyramid {
public:
    TiffPyramid(const Output& file, const ImageFormat& whole, const TiffCoding& coding) {
        for (ImageFormat format = whole; std::max(format.width, format.height) > coding.tile;
             format = halves_.back().format()) {
            halves_.emplace_back(format);
            levels_.push_back(std::make_unique<TiffLevel>(file, halves_.back().format(), coding));
        }
    }
    std::size_t size() const { return levels_.size(); }
    void add(const std::byte* row) {
        for (std::size_t i = 0; i < levels_.size() && halves_[i].add(row); ++i) {
            row = halves_[i].row();
            levels_[i]->add(row);
        }
    }
    void move_to(TiffFile& dst) {
        for (auto& level : levels_) {
            level->move_to(dst);
            level.reset();
        }
    }

private:
    std::vector<HalvedRows> halves_;
    std::vector<std::unique_ptr<TiffLevel>> levels_;
};

class TiffWriter : public RowWriter {
public:
    TiffWriter(Output& file, const ImageFormat& format, const Metadata& metadata, const TiffOptions& options,
               const Warn& warn)
        : coding_(format, options),
          file_(file, needs_big(format, metadata, options)),
          format_(format),
          metadata_(metadata),
          warn_(warn) {
        row_.resize(format.host_bytes() / format.rows());
        if (options.pyramid) pyramid_.emplace(file, format, coding_);
    }

    void write(const ConstHostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); ++y) {
            if (taken_ == 0) begin_page();
            const std::byte* row = rows.row(y);
            if (metadata_.nodata) row = with_nodata(row);
            blocks_->add(row);
            if (pyramid_) pyramid_->add(row);
            if (++taken_ == format_.height) end_page();
        }
    }
    void finish() override { file_.finish(); }

private:
    void begin_page() {
        TIFF* tiff = file_.get();
        coding_.set_tags(tiff, format_);
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
        blocks_.emplace(file_, format_, coding_);
    }
    const std::byte* with_nodata(const std::byte* src) {
        ImageFormat format = format_;
        format.height = format.layers = 1;
        std::copy(src, src + row_.size(), row_.begin());
        give_nodata({format, row_.data(), row_.size()}, *metadata_.nodata);
        return row_.data();
    }
    void end_page() {
        if (pyramid_ && pyramid_->size() > 0) {
            const std::vector<std::uint64_t> later(pyramid_->size());
            TIFFSetField(file_.get(), TIFFTAG_SUBIFD, static_cast<int>(later.size()), later.data());
        }
        file_.check(TIFFWriteDirectory(file_.get()) == 1);
        if (pyramid_) pyramid_->move_to(file_);
        taken_ = 0;
        ++pages_;
    }

    TiffCoding coding_;
    TiffFile file_;
    ImageFormat format_;
    Metadata metadata_;
    Warn warn_;
    std::optional<TiffBlocks> blocks_;
    std::optional<TiffPyramid> pyramid_;
    std::vector<std::byte> row_;
    std::size_t taken_ = 0, pages_ = 0;  // rows of this page that are there, pages that are
};

}  // namespace

std::unique_ptr<RowWriter> tiff_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                      const EncodeOptions& options, const Warn& warn) {
    return std::make_unique<TiffWriter>(file, format, metadata, tiff_options().filled(options.own), warn);
}

std::size_t tiff_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    constexpr std::size_t more = std::size_t{4} << 20;
    const TiffOptions own = tiff_options().filled(options.own);
    ImageFormat page = format;
    page.layers = 1;
    // The halves have half as wide bands, a quarter, and so on; where they wait in memory, they and a copy.
    const auto with_halves = [&](std::size_t bytes) { return own.pyramid ? 2 * bytes : bytes; };
    std::size_t blocks = 0;
    try {
        blocks = with_halves(TiffBlocks::memory(page, TiffCoding(format, own)));
    } catch (const Error&) {  // begin() says why
        return more;
    }
    // Else a file that grows.
    const auto file = static_cast<std::size_t>(2.3 * static_cast<double>(format.host_bytes()));
    return blocks + more + (options.little_memory ? 0 : with_halves(file));
}

}  // namespace sluice
