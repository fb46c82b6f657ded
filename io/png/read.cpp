#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/hdr_light.hpp"
#include "io/png/chunks.hpp"
#include "io/png/png.hpp"
#include "io/png/texts.hpp"

#include <png.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sluice {
namespace {

// Chunks that change no pixel here. Those that are carried are found by chunks.hpp; texts other than XMP
// are not. The checksums of all are tested all the same.
constexpr png_byte ignored_chunks[] =
    "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";
constexpr png_byte animation_chunk[] = "acTL";
constexpr png_byte transparency_chunk[] = "tRNS";

enum class Purpose { pixels, chunks_beside };  // of a reader

// One read of one file. libpng reports errors by longjmp, so that every call of it that may fail is made
// inside `guarded`, where no object that has a destructor may live.
class PngReader {
public:
    PngReader(const FileBytes& file, bool lenient, Purpose purpose = Purpose::pixels) : file_(file) {
        const bool misplaced = purpose == Purpose::pixels && png_transparency_is_misplaced(file.at);
        png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
        if (info_ == nullptr) {
            png_destroy_read_struct(&png_, &info_, nullptr);
            throw_input("there is not enough memory for libpng");
        }
        guarded([&] {
            png_set_read_fn(png_, this, on_read);
            png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // size limits are read.cpp's
            // Of what chunks unpack to: one of each kind that is wanted, and no more in all than sluice
            // carries.
            png_set_chunk_malloc_max(png_, png_most_chunk_bytes);
            png_set_chunk_cache_max(png_, 16);
            png_set_benign_errors(png_, 1);
            png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, lenient ? PNG_CRC_WARN_DISCARD : PNG_CRC_ERROR_QUIT);
            // Pixels are taken from the file in small bites, so that few are lost at its early end.
            if (lenient) png_set_compression_buffer_size(png_, 64);
            png_set_option(png_, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
            if (purpose == Purpose::chunks_beside) return;
            png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, ignored_chunks,
                                        sizeof ignored_chunks / 5);
            png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_ALWAYS, animation_chunk, 1);
        });
        if (!misplaced) return;
        faults_.emplace("tRNS: in front of PLTE");
        guarded([&] { png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, transparency_chunk, 1); });
    }
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    // Reads up to the first pixel. The format is that of the rows, not upright: 1, 2 and 4 bit become 8,
    // a palette becomes RGB, tRNS becomes alpha. No row is allocated yet.
    ImageFormat read_header() {
        guarded([&] { png_read_info(png_, info_); });
        const int color = png_get_color_type(png_, info_);
        ImageFormat format;
        format.width = png_get_image_width(png_, info_);
        format.height = png_get_image_height(png_, info_);
        format.channels = channels(color, transparent());
        format.grey_alpha = format.channels == 2;
        format.pixel = png_get_bit_depth(png_, info_) == 16 ? Pixel::u16 : Pixel::u8;
        return format;
    }

    Bytes exif() const {
        png_uint_32 size = 0;
        png_bytep exif = nullptr;
        if (png_get_eXIf_1(png_, info_, &size, &exif) == 0) return {};
        return {exif, size};
    }

    Bytes xmp() const {
        png_textp texts = nullptr;
        const int count = png_get_text(png_, info_, &texts, nullptr);
        for (int i = 0; i < count; ++i)
            if (texts[i].key == png_xmp_key.substr(0, png_xmp_key.size() - 1) && texts[i].text != nullptr)
                return as_bytes(texts[i].text);
        return {};
    }

    bool animated() const {
        png_unknown_chunkp chunks = nullptr;
        const int count = png_get_unknown_chunks(png_, info_, &chunks);
        for (int i = 0; i < count; ++i)
            if (std::memcmp(chunks[i].name, animation_chunk, 4) == 0) return true;
        return false;
    }

    std::vector<std::uint8_t> icc() const {
        png_charp name = nullptr;
        png_bytep profile = nullptr;
        png_uint_32 size = 0;
        int compression = 0;
        if (png_get_iCCP(png_, info_, &name, &compression, &profile, &size) == 0) return {};
        return {profile, profile + size};
    }

    int bits() const { return png_get_bit_depth(png_, info_); }
    bool interlaced() const { return png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE; }

    // Reads the next of `height` rows; behind the last also what follows them. REQUIRES: all at once where
    // the file is interlaced; the layout of the rows stays the same.
    void read_rows(const HostView& dst, std::size_t height) {
        try {
            next_rows(dst, height);
        } catch (const Error&) {
            remove_mark(dst);
            throw;
        }
        outside_ = remove_mark(dst) || outside_;
        if (read_ < height) return;
        for (const std::string& fault : faults_)  // that of the whole stream
            if (fault.find("incorrect data check") != std::string::npos)
                throw_input("it is a broken PNG: the checksum of its pixels is wrong");
        if (outside_) throw_input("it is a broken PNG: a pixel is outside of its palette");
    }

    // What the faults that libpng passed over mean for the picture.
    std::set<std::string> warnings() const {
        std::set<std::string> warnings;
        for (const std::string& fault : faults_)
            if (const std::string text = meaning(fault); !text.empty()) warnings.insert(text);
        return warnings;
    }

private:
    static int channels(int color, bool more) {
        const bool alpha = more || (color & PNG_COLOR_MASK_ALPHA) != 0;
        return ((color & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1) + (alpha ? 1 : 0);
    }

    // Whether rows will have alpha. A tRNS that libpng dropped, as that before a PLTE, stays valid without
    // content.
    bool transparent() const {
        png_bytep alphas = nullptr;
        png_color_16p key = nullptr;
        int count = 0;
        const bool found = png_get_tRNS(png_, info_, &alphas, &count, &key) != 0 && count > 0;
        return found || (png_get_color_type(png_, info_) & PNG_COLOR_MASK_ALPHA) != 0;
    }

    void next_rows(const HostView& dst, std::size_t height) {
        guarded([&] {
            if (read_ == 0) begin_rows(dst);
            for (int pass = 0; pass < passes_; ++pass)
                for (std::size_t y = 0; y < dst.format.height; ++y)
                    png_read_row(png_, reinterpret_cast<png_bytep>(dst.row(y)), nullptr);
            read_ += dst.format.height;
            if (read_ == height) png_read_end(png_, info_);
        });
    }

    void begin_rows(const HostView& dst) {
        const std::size_t row_bytes = dst.format.width * dst.step() * bytes(dst.format.pixel);
        add_mark();
        png_set_expand(png_);
        if (std::endian::native == std::endian::little) png_set_swap(png_);  // of 16 bit only
        passes_ = png_set_interlace_handling(png_);
        if (!dst.packed_pixels()) png_set_filler(png_, 0, PNG_FILLER_AFTER);
        png_read_update_info(png_, info_);
        const int color = png_get_color_type(png_, info_);
        if (channels(color, false) != dst.format.channels || png_get_rowbytes(png_, info_) != row_bytes)
            png_error(png_, "rows of an unexpected length");
    }

    // An index beyond the palette is a fault that libpng misses where it expands palettes. The palette gets
    // more entries, all of one colour that it does not have.
    void add_mark() {
        png_colorp palette = nullptr;
        int count = 0;
        const int most = 1 << png_get_bit_depth(png_, info_);
        const bool indexed = png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE;
        if (!indexed || png_get_PLTE(png_, info_, &palette, &count) == 0 || count >= most) return;
        png_color all[PNG_MAX_PALETTE_LENGTH];
        std::copy_n(palette, count, all);
        mark_ = png_color{0, 1, 1};
        while (std::any_of(all, all + count, [&](const png_color& c) { return same(c, mark_); })) ++mark_.red;
        std::fill(all + count, all + most, mark_);
        png_set_PLTE(png_, info_, all, most);
        marked_ = true;
    }
    static bool same(const png_color& a, const png_color& b) {
        return a.red == b.red && a.green == b.green && a.blue == b.blue;
    }
    // Makes those pixels black; false when there are none.
    bool remove_mark(const HostView& dst) const {
        bool found = false;
        if (!marked_) return found;
        const std::size_t step = dst.step();
        for (std::size_t y = 0; y < dst.format.height; ++y) {
            auto* pixel = reinterpret_cast<std::uint8_t*>(dst.row(y));
            for (std::size_t x = 0; x < dst.format.width; ++x, pixel += step) {
                if (!same({pixel[0], pixel[1], pixel[2]}, mark_)) continue;
                std::fill_n(pixel, 3, std::uint8_t{0});
                found = true;
            }
        }
        return found;
    }

    template <class Step>
    void guarded(Step step) {
        if (setjmp(png_jmpbuf(png_)) != 0) {
            if (ended_) throw EndOfData();
            if (!unreadable_.empty()) throw_input(unreadable_);
            throw_input("it is a broken PNG: " + error_);
        }
        step();
    }

    // "" when it means nothing.
    std::string meaning(const std::string& fault) const {
        const auto found = [&](const char* text) { return fault.find(text) != std::string::npos; };
        if (found("iCCP")) return icc().empty() ? "its colour profile is left out: it is broken" : "";
        if (found("tRNS")) return transparent() ? "" : "its transparency is left out: it is broken";
        if (found("eXIf")) return "its EXIF data is broken, so it may not be upright";
        if (found("PLTE") || found("IDAT")) return "";  // a palette beside RGB, data behind the pixels
        return "libpng: " + fault;
    }

    static void on_read(png_structp png, png_bytep dst, std::size_t count) {
        auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
        if (self->take(dst, count)) return;
        png_error(png, self->ended_ ? "its data ends early" : self->unreadable_.text().c_str());
    }
    // False when there are fewer bytes, or they cannot be read. No exception may pass through libpng.
    bool take(png_bytep dst, std::size_t count) {
        try {
            ended_ = file_.left() < count || file_.read(dst, count) < count;
        } catch (const Error& error) {
            unreadable_ = error.message();
        } catch (const std::bad_alloc&) {
            unreadable_ = "it needs more memory than there is";
        }
        return !ended_ && unreadable_.empty();
    }
    static void on_error(png_structp png, png_const_charp message) {
        static_cast<PngReader*>(png_get_error_ptr(png))->error_ = message;
        png_longjmp(png, 1);
    }
    static void on_warning(png_structp png, png_const_charp message) {
        constexpr std::size_t most = 64;  // a file may have one in each of millions of chunks
        std::set<std::string>& faults = static_cast<PngReader*>(png_get_error_ptr(png))->faults_;
        if (faults.size() < most) faults.emplace(message);
    }

    ByteStream file_;
    std::size_t read_ = 0;  // rows
    int passes_ = 1;
    bool ended_ = false;
    bool marked_ = false;
    bool outside_ = false;  // of the palette, some pixel
    Wording unreadable_;    // why the file is
    png_color mark_{};
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::string error_;
    std::set<std::string> faults_;
};

// Metadata of chunks that may stand anywhere in the file.
Metadata beside_pixels(const PngChunks& chunks, std::set<std::string>& warnings) {
    const std::vector<std::uint8_t> bytes = png_of_chunks(chunks, {"eXIf", "iTXt"});
    PngReader reader(file_bytes(bytes), true, Purpose::chunks_beside);
    Metadata found;
    reader.read_header();
    const Bytes exif = reader.exif(), xmp = reader.xmp();
    found.exif.assign(exif.begin(), exif.end());
    found.xmp.assign(xmp.begin(), xmp.end());
    found.resolution = png_resolution(chunks);
    if (found.resolution.empty()) found.resolution = exif_resolution(found.exif);
    warnings.merge(reader.warnings());
    return found;
}

// Its chunk cICP stands above a profile.
std::optional<HdrLight> hdr_light(const PngChunks& chunks) {
    return HdrLight::of(png_coded_colours(png_color_chunks(chunks, true)));
}

class PngRows : public FileRows {
public:
    PngRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : reader_(file, options.lenient) {
        coded_ = reader_.read_header();
        bits = reader_.bits();
        if (reader_.interlaced()) at_once = "it is interlaced";
        const PngChunks chunks = png_chunks(file.at);
        hdr_ = hdr_light(chunks);
        format = hdr_ ? HdrLight::format(coded_) : coded_;
        const Metadata found = beside_pixels(chunks, warnings_);
        orientation = exif_orientation(found.exif);
        metadata.exif = upright_exif(found.exif);
        if (!found.exif.empty() && metadata.exif.empty()) warn("its EXIF data is left out: it is broken");
        metadata.xmp = upright_xmp(found.xmp);
        metadata.resolution = found.resolution;
        if (!hdr_) take_colours(chunks, warn);
        take_png_texts(chunks, metadata, warn);
        if (reader_.animated()) warn("it is animated; only its first image is read");
    }

    void read(const HostView& rows) override {
        if (!hdr_) return reader_.read_rows(rows, format.height);
        ImageFormat coded = coded_;
        coded.height = rows.format.height;
        hdr_->fill(rows, coded, [&](const HostView& codes) { reader_.read_rows(codes, format.height); });
    }
    // A row, filtered and not, of any depth; and what decompressing takes.
    std::size_t memory() override {
        constexpr std::size_t more = std::size_t{1} << 20;
        const std::size_t codes =
            hdr_ ? coded_.host_bytes() : 0;  // of the rows that are read at once, at most
        return 8 * (format.host_bytes() / format.height) + codes + more;
    }

    std::vector<Wording> warnings() override {
        std::set<std::string> all = reader_.warnings();
        all.insert(warnings_.begin(), warnings_.end());
        return {all.begin(), all.end()};
    }

private:
    void take_colours(const PngChunks& chunks, const Warn& warn) {
        metadata.icc = reader_.icc();
        metadata.png_color = png_color_chunks(chunks, !metadata.icc.empty());
        if (metadata.icc.empty())
            metadata.icc = coded_icc(png_coded_colours(metadata.png_color), format.colors() == 1, warn);
    }

    PngReader reader_;
    ImageFormat coded_;
    std::optional<HdrLight> hdr_;
    std::set<std::string> warnings_;
};

}  // namespace

FileHeader png_header(const FileBytes& file) {
    const ImageFormat coded = PngReader(file, false).read_header();
    const PngChunks chunks = png_chunks(file.at);
    std::set<std::string> warnings;
    return {hdr_light(chunks) ? HdrLight::format(coded) : coded,
            exif_orientation(beside_pixels(chunks, warnings).exif)};
}

std::unique_ptr<FileRows> png_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<PngRows>(file, options, warn);
}

}  // namespace sluice
