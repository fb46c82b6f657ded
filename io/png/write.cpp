#include "io/png/chunks.hpp"
#include "io/png/filter.hpp"
#include "io/png/indexed.hpp"
#include "io/png/png.hpp"
#include "io/png/texts.hpp"
#include "io/resolution.hpp"
#include "io/resources.hpp"

#include <png.h>
#ifdef SLUICE_LIBDEFLATE
#include <libdeflate.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <csetjmp>
#include <cstring>
#include <list>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// Level 1 with the filter `up` is the default because a batch spends most of its time here. libdeflate, which
// takes all rows at once, is twice as fast as zlib and makes smaller files. Measured on 5 photographs of 3
// MP, one core, MP/s and size of the file of that of the pixels (libdeflate 1.14, zlib 1.2.13, -O3):
//                libdeflate                                  zlib
//   level 0      242  100 %                                   230  100 %
//   level 1      up 54 28.0 %, sub 58 29.8 %, average 60      up 25 30.0 %, sub 21 31.8 %, average 22 29.7 %,
//                27.6 %, paeth 48 26.9 %, adaptive 38 26.9 %  paeth 20 29.1 %, adaptive 15 29.0 %
//   level 2      up 40 26.6 %                                 up 21 28.8 %
//   level 4      up 32 26.1 %, adaptive 23 25.2 %
//   level 6      up 13 25.1 %, adaptive 10 24.5 %             adaptive (what libpng does if not told) 4
//   level 8, 9   adaptive 2 23.5 %, 0.7 21.8 %
// zlib's Z_RLE with up: 33 MP/s, 31 %; with sub, which is OpenCV's way: 29 MP/s, 33 %. Of drawings and of 16
// bits `average` makes larger files than `up` (27 to 24 %, 44 to 41 %), of masks none is better than another.
PngFilter filter_of(const PngOptions& options) {
    if (options.filter != PngFilter::automatic) return options.filter;
    return options.compression <= 4 ? PngFilter::up : PngFilter::adaptive;
}

// The bits of png_set_filter.
int filter_bits(PngFilter filter) {
    constexpr int bits[] = {PNG_ALL_FILTERS, PNG_FILTER_NONE,  PNG_FILTER_SUB, PNG_FILTER_UP,
                            PNG_FILTER_AVG,  PNG_FILTER_PAETH, PNG_ALL_FILTERS};
    return bits[static_cast<int>(filter)];
}

#ifdef SLUICE_LIBDEFLATE
int level_of(const PngOptions& options) { return options.compression == 9 ? 12 : options.compression; }

// libdeflate takes all rows at once. Beyond this much of them libpng writes them one by one, to save memory;
// also less, where little is wanted.
constexpr std::size_t most_at_once = std::size_t{1} << 28;

// The filtered rows as a zlib stream. What is not used of `capacity` costs no memory: it is never touched.
struct Compressed {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size = 0;
};

// A row as the file has it: pixels side by side, 16 bits with the high byte first.
void arrange(const ConstHostView& src, std::size_t y, std::vector<std::uint8_t>& dst) {
    const auto* row = reinterpret_cast<const std::uint8_t*>(src.row(y));
    const std::size_t size = bytes(src.format.pixel);
    const std::size_t pixel = size * static_cast<std::size_t>(src.format.channels);
    if (src.packed_pixels())
        std::memcpy(dst.data(), row, dst.size());
    else if (size == 1)  // three of four: the usual case, with a size that the compiler knows
        for (std::size_t x = 0; x < src.format.width; ++x) std::memcpy(&dst[3 * x], row + 4 * x, 3);
    else
        for (std::size_t x = 0; x < src.format.width; ++x)
            std::memcpy(&dst[pixel * x], row + size * src.step() * x, pixel);
    if (size == 2 && std::endian::native == std::endian::little)
        for (std::size_t i = 0; i < dst.size(); i += 2) std::swap(dst[i], dst[i + 1]);
}

// All rows of a picture, filtered.
class Filtered {
public:
    Filtered(const ImageFormat& format, PngFilter filter)
        : filter_(filter),
          size_(format.host_bytes() / format.height),
          rows_((size_ + 1) * format.height),
          above_(size_),
          row_(size_) {}

    void add(const ConstHostView& src) {
        for (std::size_t y = 0; y < src.format.height; ++y, ++count_) {
            arrange(src, y, row_);
            filter_row(filter_, row_, above_.data(), size_ / src.format.width,
                       rows_.data() + count_ * (size_ + 1));
            std::swap(above_, row_);
        }
    }
    Bytes rows() const { return rows_; }

private:
    PngFilter filter_;
    std::size_t size_, count_ = 0;
    std::vector<std::uint8_t> rows_, above_, row_;
};

Compressed compressed(Bytes rows, int level) {
    struct Free {
        void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
    };
    const std::unique_ptr<libdeflate_compressor, Free> compressor(libdeflate_alloc_compressor(level));
    if (!compressor) throw std::bad_alloc();
    const std::size_t capacity = libdeflate_zlib_compress_bound(compressor.get(), rows.size());
    Compressed result{std::unique_ptr<std::uint8_t[]>(new std::uint8_t[capacity])};
    result.size =
        libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), result.bytes.get(), capacity);
    return result;
}
#endif

// The texts of an image as libpng takes them; XMP and IPTC data are such, too.
class PngTexts {
public:
    explicit PngTexts(const Metadata& metadata) {
        if (!metadata.xmp.empty())
            add(png_xmp_key.data(), {metadata.xmp.begin(), metadata.xmp.end()}, PNG_ITXT_COMPRESSION_NONE);
        if (!metadata.iptc.empty())
            add(png_iptc_key, png_raw_profile("iptc", iptc_resources(metadata.iptc)),
                PNG_TEXT_COMPRESSION_zTXt);
        for (const MetadataText& text : metadata.texts) {
            const bool ascii = std::all_of(text.text.begin(), text.text.end(),
                                           [](char c) { return static_cast<unsigned char>(c) < 0x80; });
            add(png_key(text.key), text.text, ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE);
        }
    }
    PngTexts(const PngTexts&) = delete;
    PngTexts& operator=(const PngTexts&) = delete;

    const std::vector<png_text>& list() const { return list_; }

private:
    void add(std::string key, std::string text, int compression) {
        words_.push_back(std::move(key));
        char* const named = words_.back().data();
        words_.push_back(std::move(text));
        png_text made{};
        made.compression = compression;
        made.key = named;
        made.text = words_.back().data();
        (compression >= PNG_ITXT_COMPRESSION_NONE ? made.itxt_length : made.text_length) =
            words_.back().size();
        list_.push_back(made);
    }

    std::list<std::string> words_;  // which stay where they are
    std::vector<png_text> list_;
};

class PngWriter {
public:
    explicit PngWriter(Output& file) : file_(file) {
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

    // Everything before the pixels.
    void write_head(const ImageFormat& format, const Metadata& metadata, const PngOptions& options,
                    bool little_memory, const PngIndexed* indexed = nullptr) {
        constexpr int color_types[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                       PNG_COLOR_TYPE_RGB_ALPHA};
        const PngTexts texts(metadata);
        guarded([&] {
            png_set_write_fn(png_, this, on_write, nullptr);
            png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
            png_set_benign_errors(png_, 1);
            const int bits = indexed != nullptr ? indexed->bits : format.pixel == Pixel::u16 ? 16 : 8;
            png_set_IHDR(png_, info_, static_cast<png_uint_32>(format.width),
                         static_cast<png_uint_32>(format.height), bits,
                         indexed != nullptr ? PNG_COLOR_TYPE_PALETTE : color_types[format.channels],
                         PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
            if (indexed != nullptr) set_palette(*indexed);
            png_set_option(png_, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);  // whatever it is, it is kept
            if (!metadata.icc.empty())
                png_set_iCCP(png_, info_, "ICC profile", PNG_COMPRESSION_TYPE_BASE, metadata.icc.data(),
                             static_cast<png_uint_32>(metadata.icc.size()));
            if (!metadata.exif.empty())  // which is copied
                png_set_eXIf_1(png_, info_, static_cast<png_uint_32>(metadata.exif.size()),
                               const_cast<png_bytep>(metadata.exif.data()));
            if (!texts.list().empty())
                png_set_text(png_, info_, texts.list().data(), static_cast<int>(texts.list().size()));
            set_resolution(in_unit(metadata.resolution, Resolution::Unit::metre));
            png_set_compression_level(png_, options.compression);
            if (little_memory) png_set_compression_buffer_size(png_, chunk_bytes);
            const PngFilter filter = indexed != nullptr && options.filter == PngFilter::automatic
                                         ? PngFilter::none  // neighbours of indices say nothing
                                         : filter_of(options);
            png_set_filter(png_, PNG_FILTER_TYPE_BASE, filter_bits(filter));
            profile_kept = png_get_valid(png_, info_, PNG_INFO_iCCP) != 0;
            png_write_info(png_, info_);
        });
        for_each_png_color(metadata.png_color, [&](std::string_view kind, Bytes data) {
            guarded([&] {
                png_write_chunk(png_, reinterpret_cast<png_const_bytep>(kind.data()), data.data(),
                                data.size());
            });
        });
    }

    // The next rows, all in one layout.
    void write_rows(const ConstHostView& src) {
        guarded([&] {
            if (!begun_) {
                if (src.format.pixel == Pixel::u16 && std::endian::native == std::endian::little)
                    png_set_swap(png_);
                if (!src.packed_pixels()) png_set_filler(png_, 0, PNG_FILLER_AFTER);
                begun_ = true;
            }
            for (std::size_t y = 0; y < src.format.height; ++y)
                png_write_row(png_, reinterpret_cast<png_const_bytep>(src.row(y)));
        });
    }
    void write_indices(const PngIndexed& src) {
        guarded([&] {
            for (std::size_t at = 0; at < src.rows.size(); at += src.pitch)
                png_write_row(png_, src.rows.data() + at);
        });
    }
    void end_rows() {
        guarded([&] { png_write_end(png_, nullptr); });
    }

    // The pixels as a zlib stream.
    void write_stream(Bytes stream) {
        guarded([&] {
            png_write_chunk(png_, reinterpret_cast<png_const_bytep>("IDAT"), stream.data(), stream.size());
            png_write_chunk(png_, reinterpret_cast<png_const_bytep>("IEND"), nullptr, 0);
        });
    }

    bool profile_kept = false;

private:
    static constexpr std::size_t chunk_bytes = std::size_t{256} << 10;  // of pixels

    // libpng reports errors by longjmp: no object that has a destructor may live in a step.
    template <class Step>
    void guarded(Step step) {
        if (setjmp(png_jmpbuf(png_)) != 0)
            throw_input(unwritable_.empty() ? "libpng cannot write it: " + error_ : unwritable_);
        step();
    }

    void set_resolution(const Resolution& src) {
        const auto whole = [](double v) {
            return static_cast<png_uint_32>(std::min(std::round(v), 2147483647.0));
        };
        if (src.empty() || whole(src.x) == 0 || whole(src.y) == 0) return;
        const bool metres = src.unit == Resolution::Unit::metre;
        png_set_pHYs(png_, info_, whole(src.x), whole(src.y),
                     metres ? PNG_RESOLUTION_METER : PNG_RESOLUTION_UNKNOWN);
    }

    void set_palette(const PngIndexed& src) {
        std::array<png_color, PNG_MAX_PALETTE_LENGTH> colours;
        for (std::size_t i = 0; i < src.palette.size(); ++i)
            colours[i] = {src.palette[i][0], src.palette[i][1], src.palette[i][2]};
        png_set_PLTE(png_, info_, colours.data(), static_cast<int>(src.palette.size()));
        if (!src.alpha.empty())
            png_set_tRNS(png_, info_, const_cast<png_bytep>(src.alpha.data()),
                         static_cast<int>(src.alpha.size()), nullptr);
    }

    static void on_write(png_structp png, png_bytep src, std::size_t count) {
        auto* self = static_cast<PngWriter*>(png_get_io_ptr(png));
        if (!self->append({src, count})) png_error(png, "the file");
    }
    // False when it cannot be written. No exception may pass through libpng.
    bool append(Bytes bytes) {
        try {
            file_.append(bytes);
        } catch (const Error& error) {
            unwritable_ = error.message();
        } catch (const std::bad_alloc&) {
            unwritable_ = "it needs more memory than there is";
        }
        return unwritable_.empty();
    }
    static void on_error(png_structp png, png_const_charp message) {
        static_cast<PngWriter*>(png_get_error_ptr(png))->error_ = message;
        png_longjmp(png, 1);
    }
    // What libpng finds wrong with a profile; the pixels are ours.
    static void on_warning(png_structp, png_const_charp) {}

    Output& file_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::string error_, unwritable_;
    bool begun_ = false;
};

class PngRowWriter : public RowWriter {
public:
    PngRowWriter(Output& file, const ImageFormat& format, const Metadata& metadata,
                 const EncodeOptions& options, const Warn& warn)
        : writer_(file), warn_(warn), has_profile_(!metadata.icc.empty()) {
        const PngOptions own = png_options().filled(options.own);
        writer_.write_head(format, metadata, own, options.little_memory);
#ifdef SLUICE_LIBDEFLATE
        level_ = level_of(own);
        if (png_compresses_at_once(format) && !options.little_memory) all_.emplace(format, filter_of(own));
#endif
    }

    void write(const ConstHostView& rows) override {
#ifdef SLUICE_LIBDEFLATE
        if (all_) return all_->add(rows);
#endif
        writer_.write_rows(rows);
    }

    void finish() override {
#ifdef SLUICE_LIBDEFLATE
        if (all_) {
            const Compressed stream = compressed(all_->rows(), level_);
            writer_.write_stream({stream.bytes.get(), stream.size});
        }
        if (!all_)
#endif
            writer_.end_rows();
        if (has_profile_ && !writer_.profile_kept) warn_("its colour profile is left out: it is broken");
    }

private:
    PngWriter writer_;
    Warn warn_;
    bool has_profile_;
#ifdef SLUICE_LIBDEFLATE
    int level_ = 0;
    std::optional<Filtered> all_;
#endif
};

// All rows, of which a palette is made; of 8 bits, to which 16 are rounded.
class PngIndexedWriter : public RowWriter {
public:
    PngIndexedWriter(Output& file, const ImageFormat& format, const Metadata& metadata,
                     const PngOptions& options, const Warn& warn)
        : writer_(file),
          metadata_(metadata),
          options_(options),
          warn_(warn),
          image_(of_bytes(format), Destination{}) {
        if (format.colors() != 1 || metadata.icc.empty()) return;
        warn("its colour profile is left out: it is for grey, and a palette is of colours");
        metadata_.icc.clear();
    }

    void write(const ConstHostView& rows) override {
        const auto channels = static_cast<std::size_t>(rows.format.channels);
        for (std::size_t y = 0; y < rows.format.height; ++y, ++count_) {
            auto* dst = reinterpret_cast<std::uint8_t*>(image_.row(count_));
            for (std::size_t x = 0; x < rows.format.width; ++x, dst += channels)
                if (rows.format.pixel == Pixel::u8)
                    std::memcpy(dst, rows.row(y) + rows.step() * x, channels);
                else
                    round(reinterpret_cast<const std::uint16_t*>(rows.row(y)) + rows.step() * x, channels,
                          dst);
        }
    }
    void finish() override {
        const auto most = static_cast<std::size_t>(*options_.colors);
        const PngIndexed coded = png_indexed(image_.view(), most, options_.palette_dither, warn_);
        writer_.write_head(image_.format(), metadata_, options_, false, &coded);
        writer_.write_indices(coded);
        writer_.end_rows();
        if (!metadata_.icc.empty() && !writer_.profile_kept)
            warn_("its colour profile is left out: it is broken");
    }

private:
    static ImageFormat of_bytes(ImageFormat format) {
        format.pixel = Pixel::u8;
        format.white = 0;
        return format;
    }
    static void round(const std::uint16_t* src, std::size_t count, std::uint8_t* dst) {
        for (std::size_t i = 0; i < count; ++i) dst[i] = static_cast<std::uint8_t>((src[i] + 128) / 257);
    }

    PngWriter writer_;
    Metadata metadata_;
    PngOptions options_;
    Warn warn_;
    HostImage image_;
    std::size_t count_ = 0;  // rows that are there
};

}  // namespace

std::size_t png_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    constexpr std::size_t most_rows = 64, more = std::size_t{10} << 20;
    const std::size_t row = format.host_bytes() / format.rows();
    const auto file = static_cast<std::size_t>(1.1 * static_cast<double>(format.host_bytes()));
    // The image, a copy with alpha, indices of a byte and as they are packed.
    if (png_options().filled(options.own).colors)
        return format.host_bytes() + 6 * format.width * format.height + more +
               (options.little_memory ? 0 : file);
    // Rows; or filtered rows and their stream, or that and the file; libdeflate at its best.
    return (options.little_memory ? most_rows * row : format.host_bytes() + file) + more;
}

std::unique_ptr<RowWriter> png_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn) {
    const PngOptions own = png_options().filled(options.own);
    if (own.colors) return std::make_unique<PngIndexedWriter>(file, format, metadata, own, warn);
    return std::make_unique<PngRowWriter>(file, format, metadata, options, warn);
}

bool png_compresses_at_once([[maybe_unused]] const ImageFormat& format) {
#ifdef SLUICE_LIBDEFLATE
    return format.host_bytes() <= most_at_once;
#else
    return false;
#endif
}

}  // namespace sluice
