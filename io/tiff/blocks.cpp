#include "io/tiff/blocks.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/error.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace sluice {
namespace {

// Strips of 64 KiB and of 1 MiB were slower.
constexpr std::size_t strip_bytes = std::size_t{256} << 10;
constexpr std::size_t block_rows = 16;  // of JPEG, with halved chroma

[[noreturn]] void refuse_coding(const std::string& why) { throw Error(Error::Kind::usage, "", why); }

std::uint16_t scheme_of(const TiffMethod& method) {
    const std::string& name = method.method;
    if (name == "none" || (name.empty() && method.level == 0)) return COMPRESSION_NONE;
    if (name == "lzw") return COMPRESSION_LZW;
    if (name == "zstd") return COMPRESSION_ZSTD;
    if (name == "jpeg") return COMPRESSION_JPEG;
    if (name == "g4") return COMPRESSION_CCITTFAX4;
    return COMPRESSION_ADOBE_DEFLATE;
}

std::uint16_t sample_format(Pixel pixel) {
    if (!is_integer(pixel)) return SAMPLEFORMAT_IEEEFP;
    return is_signed(pixel) ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT;
}

// By default that of integers, which every reader knows.
std::uint16_t predictor_of(const ImageFormat& format, TiffPredictor asked, std::uint16_t scheme) {
    const bool takes_one =
        scheme == COMPRESSION_LZW || scheme == COMPRESSION_ZSTD || scheme == COMPRESSION_ADOBE_DEFLATE;
    const bool integers = is_integer(format.pixel);
    switch (asked) {
        case TiffPredictor::none: return PREDICTOR_NONE;
        case TiffPredictor::automatic: return takes_one && integers ? PREDICTOR_HORIZONTAL : PREDICTOR_NONE;
        default: break;
    }
    if (!takes_one) refuse_coding("a predictor is for compression lzw, deflate and zstd");
    if (integers != (asked == TiffPredictor::horizontal))
        refuse_coding(integers ? "predictor float is for floating-point numbers; use horizontal"
                               : "predictor horizontal is for integers; use float");
    return integers ? PREDICTOR_HORIZONTAL : PREDICTOR_FLOATINGPOINT;
}

void expect_storable(const ImageFormat& format, std::uint16_t scheme) {
    const std::string it = format.text();
    if (TIFFIsCODECConfigured(scheme) == 0) refuse_coding("this libtiff was built without this compression");
    if (scheme == COMPRESSION_JPEG && (format.pixel != Pixel::u8 || format.channels % 2 == 0))
        refuse_coding("compression jpeg is for 8 bits and no alpha, not for " + it +
                      "; add `flatten white` or `convert pixel=u8`");
    if (scheme == COMPRESSION_CCITTFAX4 && (format.pixel != Pixel::u8 || format.channels != 1))
        refuse_coding("compression g4 is for black and white, not for " + it + "; add `grey | threshold`");
}

}  // namespace

TiffCoding::TiffCoding(const ImageFormat& format, const TiffOptions& options)
    : scheme(scheme_of(options.compression)),
      predictor(predictor_of(format, options.predictor, scheme)),
      level(scheme == COMPRESSION_JPEG ? options.quality : options.compression.level),
      bits(scheme == COMPRESSION_CCITTFAX4 ? 1 : static_cast<int>(8 * bytes(format.pixel))),
      tile(options.tile == 0 && options.pyramid ? 256 : options.tile) {
    expect_storable(format, scheme);
    if (tile % block_rows != 0)
        refuse_coding("tile " + std::to_string(tile) + " is no multiple of " + std::to_string(block_rows));
    if (options.pyramid && format.layers > 1)
        refuse_coding("a pyramid is of one image, not of " + std::to_string(format.layers) + " layers");
}

void TiffCoding::set_tags(TIFF* tiff, const ImageFormat& format) const {
    const bool jpeg = scheme == COMPRESSION_JPEG, colours = format.colors() == 3;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(format.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(format.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, format.channels);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, static_cast<int>(sample_format(format.pixel)));
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, static_cast<int>(scheme));
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
                 jpeg && colours ? PHOTOMETRIC_YCBCR
                 : colours       ? PHOTOMETRIC_RGB
                                 : PHOTOMETRIC_MINISBLACK);
    if (tile > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(tile));
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(tile));
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(tiff_strip_rows(format, *this)));
    }
    if (format.has_alpha()) {
        const std::uint16_t kind = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
    }
    if (predictor != PREDICTOR_NONE) TIFFSetField(tiff, TIFFTAG_PREDICTOR, static_cast<int>(predictor));
    if (scheme == COMPRESSION_ADOBE_DEFLATE) TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, std::max(level, 1));
    if (jpeg) {  // each block is a JPEG of its own, so that it can be copied
        if (colours) TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, 2, 2);
        if (colours) TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, level);
        TIFFSetField(tiff, TIFFTAG_JPEGTABLESMODE, 0);
    }
}

std::size_t tiff_strip_rows(const ImageFormat& format, const TiffCoding& coding) {
    const std::size_t row = format.host_bytes() / format.rows();
    std::size_t rows = std::clamp<std::size_t>(strip_bytes / row, 1, format.height);
    if (coding.scheme == COMPRESSION_JPEG) rows = ceil_div(rows, block_rows) * block_rows;
    return rows;
}

TiffBlocks::TiffBlocks(TiffFile& file, const ImageFormat& format, const TiffCoding& coding)
    : file_(file),
      format_(format),
      coding_(coding),
      pitch_(coding.bits == 1 ? ceil_div(format.width, std::size_t{8}) : format.host_bytes() / format.rows()),
      rows_(coding.tile > 0 ? coding.tile : tiff_strip_rows(format, coding)) {
    band_.resize(pitch_ * std::min(rows_, format.height));
    if (coding.tile > 0) tile_.resize(static_cast<std::size_t>(TIFFTileSize64(file.get())));
}

std::size_t TiffBlocks::memory(const ImageFormat& format, const TiffCoding& coding) {
    const std::size_t row = format.host_bytes() / format.rows();
    const std::size_t rows = coding.tile > 0 ? coding.tile : tiff_strip_rows(format, coding);
    const std::size_t pixel = row / format.width;
    return row * rows + (coding.tile > 0 ? 3 * coding.tile * coding.tile * pixel : 2 * row * rows);
}

void TiffBlocks::add(const std::byte* row) {
    const std::size_t at = row_ % rows_;
    if (coding_.bits == 1)
        pack(row);
    else
        std::memcpy(band_.data() + at * pitch_, row, pitch_);
    ++row_;
    if (at + 1 == rows_ || row_ == format_.height) store();
}

// A bit for each pixel, 1 is white.
void TiffBlocks::pack(const std::byte* row) {
    std::byte* dst = band_.data() + row_ % rows_ * pitch_;
    std::fill(dst, dst + pitch_, std::byte{0});
    for (std::size_t x = 0; x < format_.width; ++x) {
        const auto value = static_cast<unsigned>(row[x]);
        if (value != 0 && value != 255)
            refuse_coding("compression g4 is for black and white, and there is grey; add `threshold`");
        if (value != 0) dst[x / 8] |= std::byte{0x80} >> static_cast<int>(x % 8);
    }
}

void TiffBlocks::store() {
    const std::size_t rows = (row_ - 1) % rows_ + 1;
    if (coding_.tile > 0) return store_tiles(rows);
    const auto size = static_cast<tmsize_t>(rows * pitch_);
    const auto number = static_cast<std::uint32_t>((row_ - 1) / rows_);
    file_.check(TIFFWriteEncodedStrip(file_.get(), number, band_.data(), size) == size);
}

// Beyond the image the last pixels of it go on, which compresses well and suits JPEG.
void TiffBlocks::store_tiles(std::size_t rows) {
    const std::size_t across = ceil_div(format_.width, coding_.tile);
    const std::size_t tile_pitch = tile_.size() / coding_.tile;
    const std::size_t pixel = coding_.bits == 1 ? 0 : pitch_ / format_.width;
    for (std::size_t i = 0; i < across; ++i) {
        const std::size_t from = i * tile_pitch, have = std::min(tile_pitch, pitch_ - from);
        for (std::size_t y = 0; y < coding_.tile; ++y) {
            std::byte* dst = tile_.data() + y * tile_pitch;
            std::memcpy(dst, band_.data() + std::min(y, rows - 1) * pitch_ + from, have);
            if (pixel == 0)
                std::fill(dst + have, dst + tile_pitch, std::byte{0xFF});
            else
                for (std::size_t x = have; x < tile_pitch; ++x) dst[x] = dst[x - pixel];
        }
        const auto number = static_cast<std::uint32_t>((row_ - 1) / rows_ * across + i);
        const auto size = static_cast<tmsize_t>(tile_.size());
        file_.check(TIFFWriteEncodedTile(file_.get(), number, tile_.data(), size) == size);
    }
}

}  // namespace sluice
