#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/pages.hpp"
#include "io/resolution.hpp"
#include "io/tiff/exif.hpp"
#include "io/tiff/page.hpp"
#include "io/tiff/samples.hpp"
#include "io/tiff/tiff.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {
namespace {

constexpr std::size_t header_memory = std::size_t{256} << 20;  // of one table of strips, say
constexpr std::size_t most_strip = std::size_t{64} << 20;      // that is always decoded as a whole
constexpr int most_counted = 1000;                             // pages that are left out

// All pages as layers: one format, the upright one.
ImageFormat layered_format(TiffFile& file) {
    go_to_page(file, 1);
    const auto format_here = [&] {
        const TiffPage page = tiff_page(file);
        return upright(page.format, page.orientation);
    };
    ImageFormat format = format_here();
    std::size_t layers = 1;
    while (go_to_next_page(file)) {
        ++layers;
        expect_same_page(layers, format_here(), format);
    }
    file.check(!file.ended());
    format.layers = layers;
    return format;
}

// Strips and tiles alike: a block of rows, perhaps of one sample only.
struct Block {
    std::size_t width, height;  // as stored; tiles hang over the edges
    std::size_t pitch;          // bytes of a row
    std::size_t bytes;
    std::size_t alone;  // rows of the strip or tile, which can be decoded without the others
    bool rows;          // the rows of strips one by one, for a strip is large, or far larger than the picture
};

Block block_of(TiffFile& file, const TiffPage& page) {
    TIFF* tiff = file.get();
    Block block{};
    if (TIFFIsTiled(tiff) != 0) {
        block.width = file.tag<std::uint32_t>(TIFFTAG_TILEWIDTH, 0);
        block.height = file.tag<std::uint32_t>(TIFFTAG_TILELENGTH, 0);
        block.pitch = static_cast<std::size_t>(TIFFTileRowSize64(tiff));
        block.bytes = static_cast<std::size_t>(TIFFTileSize64(tiff));
    } else {
        block.width = page.format.width;
        block.height = std::min<std::size_t>(file.tag<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, 0xFFFFFFFF),
                                             page.format.height);
        block.pitch = static_cast<std::size_t>(TIFFScanlineSize64(tiff));
        block.bytes = static_cast<std::size_t>(TIFFStripSize64(tiff));
    }
    file.check(block.width > 0 && block.height > 0 && block.pitch > 0 &&
               block.bytes / block.height >= block.pitch);
    const std::size_t needed = (block.width * static_cast<std::size_t>(page.bits) *
                                    (page.planes ? std::size_t{1} : static_cast<std::size_t>(page.samples)) +
                                7) /
                               8;
    file.check(block.pitch >= needed);
    block.alone = block.height;
    // All samples of a block are decoded, though not all may be taken.
    const std::size_t much = 2 * page.format.host_bytes() + (std::size_t{1} << 20);
    if (TIFFIsTiled(tiff) == 0 && !page.planes && page.by_scanlines &&
        block.bytes > std::min(much, most_strip)) {
        block.rows = true;
        block.height = 1;
        block.bytes = block.pitch;
    }
    if (block.bytes > 2 * much + most_strip) throw_input("its tiles or strips are far larger than the image");
    return block;
}

// One page, whose rows are read from the top.
class PageRows {
public:
    explicit PageRows(TiffFile& file) : file_(file), page_(tiff_page(file)) { file.forget_faults(); }

    const TiffPage& page() const { return page_; }

    // The next rows. What is damaged is an Error; the rows before it are there.
    void read(const HostView& rows) {
        if (page_.colors == TiffPage::Colors::by_libtiff) {
            read_by_libtiff(file_, page_, rows);
        } else {
            if (buffer_.empty()) begin();
            for (std::size_t y = 0; y < rows.format.height;) y += read_some(rows, y);
        }
        if (next_ == page_.format.height && !page_.damage.empty()) throw_input(page_.damage);
    }

    // To the beginning of the strip or the tiles in which the row lies.
    std::size_t skip(std::size_t rows) {
        if (page_.colors == TiffPage::Colors::by_libtiff) return 0;
        if (buffer_.empty()) begin();
        const std::size_t to = (next_ + rows) / block_.alone * block_.alone;
        return to > next_ ? to - std::exchange(next_, to) : 0;
    }

    // Bytes that reading takes.
    std::size_t memory() {
        const Block block = block_of(file_, page_);
        // A pixel as a number, and the samples of its block.
        if (page_.colors == TiffPage::Colors::by_libtiff)
            return page_.format.width * page_.format.height * sizeof(std::uint32_t) +
                   block.bytes * static_cast<std::size_t>(page_.planes ? page_.samples : 1) +
                   compressed_block();
        // A compression that is undone as a whole has another copy of the block.
        return (page_.by_scanlines ? 1 : 2) * block.bytes + line_pitch() * block.height + compressed_block();
    }

private:
    std::size_t line_pitch() const { return page_.format.width * page_.taken.size() * bytes(page_.stored); }
    // libtiff has all of a strip or tile, as far as that lies in the file.
    std::size_t compressed_block() const {
        TIFF* tiff = file_.get();
        const std::uint32_t count =
            TIFFIsTiled(tiff) != 0 ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
        std::uint64_t most = 0;
        for (std::uint32_t i = 0; i < count; ++i) most = std::max(most, TIFFGetStrileByteCount(tiff, i));
        constexpr std::size_t table_entry = 2 * sizeof(std::uint64_t);
        return static_cast<std::size_t>(std::min(most, file_.size())) + table_entry * count;
    }

    void begin() {
        block_ = block_of(file_, page_);
        buffer_.resize(block_.bytes);
        pitch_ = line_pitch();
        line_.resize(pitch_ * block_.height);
    }

    // From row `y` of the view on; says how many rows.
    std::size_t read_some(const HostView& rows, std::size_t y) {
        const std::size_t in_line = next_ % block_.height;
        const std::size_t line_rows = std::min(block_.height, page_.format.height - (next_ - in_line));
        const std::size_t count = std::min(line_rows - in_line, rows.format.height - y);
        const HostView dst = rows_of(rows, y, count);
        if (page_.direct() && count == line_rows) {
            fill(Samples{dst.data, dst.pitch, page_.taken.size()});
        } else {
            const Samples line{line_.data(), pitch_, page_.taken.size()};
            if (in_line == 0) {
                try {
                    std::fill(line_.begin(), line_.end(), std::byte{0});
                    fill(line);
                } catch (const Error&) {
                    take(line, rows, y, line_rows);
                    throw;
                }
            }
            give({line_.data() + in_line * pitch_, pitch_, page_.taken.size()}, dst);
        }
        next_ += count;
        return count;
    }

    // What is left of damaged data: the rows of this line as far as they are there, and others as if they
    // were all zeros.
    void take(const Samples& line, const HostView& rows, std::size_t y, std::size_t line_rows) {
        for (; y < rows.format.height; y += line_rows) {
            const std::size_t count = std::min(line_rows, rows.format.height - y);
            give(line, rows_of(rows, y, count));
            std::fill(line_.begin(), line_.end(), std::byte{0});
        }
    }

    // Samples as pixels.
    void give(const Samples& src, const HostView& dst) {
        if (!page_.direct()) return convert_samples(file_, page_, src, dst);
        for (std::size_t y = 0; y < dst.format.height; ++y)
            std::memcpy(dst.row(y), src.at(0, y, bytes(page_.stored)), pitch_);
    }

    // The blocks at the row that comes next.
    void fill(const Samples& dst) {
        const bool tiles = TIFFIsTiled(file_.get()) != 0;
        const std::size_t planes = page_.planes ? page_.taken.size() : 1;
        const std::size_t rows = std::min(block_.height, page_.format.height - next_);
        const auto y = static_cast<std::uint32_t>(next_);
        for (std::size_t left = 0; left < page_.format.width; left += block_.width)
            for (std::size_t plane = 0; plane < planes; ++plane) {
                const auto sample = static_cast<std::uint16_t>(page_.planes ? page_.taken[plane] : 0);
                const auto x = static_cast<std::uint32_t>(left);
                const auto size = static_cast<tmsize_t>(tiles ? block_.bytes : rows * block_.pitch);
                const auto read = [&]() -> tmsize_t {
                    TIFF* tiff = file_.get();
                    if (block_.rows) return TIFFReadScanline(tiff, buffer_.data(), y, 0) == 1 ? size : -1;
                    if (tiles)
                        return TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, sample),
                                                   buffer_.data(), size);
                    return TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, sample), buffer_.data(),
                                                size);
                };
                const tmsize_t got = read();
                file_.check(got == size);
                const std::size_t columns = std::min(block_.width, page_.format.width - left);
                for (std::size_t row = 0; row < rows; ++row)
                    take_samples(page_, buffer_.data() + row * block_.pitch, columns, plane,
                                 dst.at(left, row, bytes(page_.stored)));
            }
    }

    TiffFile& file_;
    TiffPage page_;
    Block block_{};
    std::size_t pitch_ = 0;             // of samples
    std::vector<std::uint8_t> buffer_;  // a block
    std::vector<std::byte> line_;       // the samples of the blocks beside each other
    std::size_t next_ = 0;              // row
};

// GDAL's: a number as text, with spaces around it at times.
std::optional<double> gdal_nodata_of(const TiffFile& file) {
    std::vector<std::uint8_t> tag = file.bytes_of(gdal_nodata_tag);
    std::string text(tag.begin(), std::find(tag.begin(), tag.end(), 0));
    text.erase(0, text.find_first_not_of(' '));
    text.erase(text.find_last_not_of(' ') + 1);
    return number_from(text);
}

Metadata metadata_of(TiffFile& file, const FileBytes& bytes, const Warn& warn) {
    Metadata metadata;
    if (file.tag<std::uint16_t>(TIFFTAG_PHOTOMETRIC, 0) != PHOTOMETRIC_SEPARATED)
        metadata.icc = file.bytes_of(TIFFTAG_ICCPROFILE);
    metadata.xmp = upright_xmp(file.bytes_of(TIFFTAG_XMLPACKET));
    read_tiff_exif(file, bytes, metadata, warn);
    metadata.nodata = gdal_nodata_of(file);
    using Unit = Resolution::Unit;
    const auto unit = file.tag<std::uint16_t>(TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    metadata.resolution =
        resolution_of(file.tag<float>(TIFFTAG_XRESOLUTION, 0), file.tag<float>(TIFFTAG_YRESOLUTION, 0),
                      unit == RESUNIT_INCH         ? Unit::inch
                      : unit == RESUNIT_CENTIMETER ? Unit::centimetre
                                                   : Unit::none);
    return metadata;
}

// What is said of pages that are left out, or "".
Wording about_other_pages(TiffFile& file, int page) {
    file.forget_faults();
    int others = page - 1;
    while (others < most_counted && go_to_next_page(file)) ++others;
    if (others == 0) return "";
    return only_page(
        page, others < most_counted ? std::to_string(others + 1) : "more than " + std::to_string(others));
}

class TiffRows : public FileRows {
public:
    TiffRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn, const ImageFormat& header)
        : options_(options),
          warn_(warn),
          file_(file, 4 * header.host_bytes() + static_cast<std::size_t>(file.size) + header_memory) {
        go_to_page(file_, std::max(options.page, 1));
        metadata = metadata_of(file_, file, warn);
        page_.emplace(file_);
        bits = page_->page().bits;
        if (options.page == 0) {
            format = header;
            metadata.resolution = turned(metadata.resolution, page_->page().orientation);
            at_once = format.layers > 1 ? "its pages are layers of one image" : "all of its pages are read";
            return;
        }
        tell(page_->page());
        const TiffPage& page = page_->page();
        format = page.format;
        orientation = page.orientation;
        if (page.colors == TiffPage::Colors::by_libtiff)
            at_once = "libtiff converts its colours";
        else if (options.lenient && !page.direct())
            at_once = "what is missing of it has colours too";
    }

    void read(const HostView& rows) override {
        if (options_.page == 0) return read_layers(rows);
        page_->read(rows);
    }
    std::size_t skip(std::size_t rows) override { return options_.page == 0 ? 0 : page_->skip(rows); }
    std::size_t memory() override {
        constexpr std::size_t more = std::size_t{4} << 20;
        const bool layers = options_.page == 0;  // each is read, and turned, by itself
        return page_->memory() + (layers ? 2 * page_->page().format.host_bytes() : 0) +
               2 * static_cast<std::size_t>(file_.tag_bytes()) + more;
    }

    std::size_t pages() override {
        file_.forget_faults();
        go_to_page(file_, 1);
        std::size_t count = 1;
        while (go_to_next_page(file_)) ++count;
        return count;
    }

    std::vector<Wording> warnings() override {
        const Wording others = options_.page == 0 ? "" : about_other_pages(file_, options_.page);
        return others.empty() ? std::vector<Wording>() : std::vector<Wording>{others};
    }

private:
    void tell(const TiffPage& page) {
        for (const std::string& warning : page.warnings) warn_(warning);
    }

    // Each page is turned upright by itself.
    void read_layers(const HostView& rows) {
        for (std::size_t layer = 0; layer < format.layers; ++layer) {
            if (layer > 0) {
                file_.forget_faults();
                file_.check(go_to_next_page(file_));
                page_.emplace(file_);
            }
            tell(page_->page());
            HostImage page(page_->page().format);
            const auto read = [&] { page_->read(page.view()); };
            options_.lenient ? static_cast<void>(decode_pixels(options_, warn_, read)) : read();
            page = upright(std::move(page), page_->page().orientation);
            for (std::size_t y = 0; y < format.height; ++y)
                std::memcpy(rows.row(layer * format.height + y), page.row(y), page.pitch());
        }
    }

    DecodeOptions options_;
    Warn warn_;
    TiffFile file_;
    std::optional<PageRows> page_;  // that is read
};

}  // namespace

FileHeader tiff_header(const FileBytes& bytes, int page) {
    if (has_magic(bytes.at(0, 16), "CR", 8)) throw_input("it is a raw image (CR2), which sluice cannot read");
    TiffFile file(bytes, header_memory);
    FileHeader header;
    try {
        if (page == 0) {
            header.format = layered_format(file);
        } else {
            go_to_page(file, page);
            const TiffPage found = tiff_page(file);
            header = {found.format, found.orientation};
        }
    } catch (const Error&) {
        if (file.ended()) throw EndOfData();  // what is wrong with it may be in what is not there
        throw;
    }
    if (file.ended()) throw EndOfData();
    return header;
}

std::unique_ptr<FileRows> tiff_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<TiffRows>(file, options, warn, tiff_header(file, options.page).format);
}

}  // namespace sluice
