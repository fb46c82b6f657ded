#include "io/write.hpp"
#include "io/deepzoom/deepzoom.hpp"
#include "io/deepzoom/zip.hpp"
#include "io/halved_rows.hpp"
#include "io/save_format.hpp"
#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// The names in the archive. Viewers look for the file that ends in .dzi.
const std::string name_of_all = "image";

// One size of the image, which becomes rows of tiles.
class ZoomLevel {
public:
    ZoomLevel(const ImageFormat& format, int number, const DeepZoomOptions& options)
        : format_(format), number_(number), options_(options), pitch_(format.host_bytes() / format.rows()) {
        band_.reserve(pitch_ * std::min(format.height, options.tile + 2 * options.overlap));
    }

    // `put` takes the name of a tile and its pixels.
    template <class Put>
    void add(const std::byte* row, Put put) {
        band_.insert(band_.end(), row, row + pitch_);
        ++taken_;
        const std::size_t end = std::min(format_.height, (line_ + 1) * options_.tile + options_.overlap);
        if (taken_ < end) return;
        put_line(put);
        while (taken_ == format_.height && line_ * options_.tile < format_.height) put_line(put);
    }

private:
    template <class Put>
    void put_line(Put put) {
        const auto [top, bottom] = part(line_, format_.height);
        for (std::size_t column = 0; column * options_.tile < format_.width; ++column) {
            const auto [left, right] = part(column, format_.width);
            ImageFormat tile = format_;
            tile.width = right - left;
            tile.height = bottom - top;
            const std::byte* first = band_.data() + (top - first_) * pitch_ + left * (pitch_ / format_.width);
            put(std::to_string(number_) + "/" + std::to_string(column) + "_" + std::to_string(line_),
                ConstHostView{tile, first, pitch_});
        }
        ++line_;
        const std::size_t next = std::min(part(line_, format_.height).first, taken_);
        band_.erase(band_.begin(), band_.begin() + static_cast<std::ptrdiff_t>((next - first_) * pitch_));
        first_ = next;
    }
    // Of a side: where a tile begins and ends.
    std::pair<std::size_t, std::size_t> part(std::size_t tile, std::size_t side) const {
        const std::size_t at = tile * options_.tile;
        return {at - std::min(at, options_.overlap), std::min(side, at + options_.tile + options_.overlap)};
    }

    ImageFormat format_;
    int number_;
    DeepZoomOptions options_;
    std::size_t pitch_;
    std::size_t taken_ = 0, line_ = 0, first_ = 0;  // rows; the line of tiles; the first row of the band
    std::vector<std::byte> band_;
};

class DeepZoomWriter : public RowWriter {
public:
    DeepZoomWriter(Output& file, const ImageFormat& format, const Metadata& metadata,
                   const DeepZoomOptions& options, const Warn& warn)
        : zip_(file), format_(format), options_(options), warn_(warn) {
        metadata_.icc = metadata.icc;
        metadata_.icc_space = metadata.icc_space;
        // Down to one pixel, which has number 0.
        int number = static_cast<int>(std::bit_width(std::max(format.width, format.height) - 1));
        levels_.emplace_back(format, number, options);
        while (number-- > 0) {
            halves_.emplace_back(halves_.empty() ? format : halves_.back().format());
            levels_.emplace_back(halves_.back().format(), number, options);
        }
        const std::string text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<Image xmlns=\"http://schemas.microsoft.com/deepzoom/2008\" Format=\"" +
            extension() + "\" Overlap=\"" + std::to_string(options.overlap) + "\" TileSize=\"" +
            std::to_string(options.tile) + "\"><Size Width=\"" + std::to_string(format.width) +
            "\" Height=\"" + std::to_string(format.height) + "\"/></Image>\n";
        zip_.add(name_of_all + ".dzi", as_bytes(text));
    }

    void write(const ConstHostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); ++y) {
            const std::byte* row = rows.row(y);
            for (std::size_t i = 0;; ++i) {
                levels_[i].add(
                    row, [this](const std::string& name, const ConstHostView& tile) { put(name, tile); });
                if (i == halves_.size() || !halves_[i].add(row)) break;
                row = halves_[i].row();
            }
        }
    }
    void finish() override { zip_.finish(); }

private:
    std::string extension() const { return std::string(name(options_.tile_format)); }
    void put(const std::string& name, const ConstHostView& tile) {
        const Values how = options_.tile_format == TileFormat::png
                               ? Values{}
                               : Values{{"quality", static_cast<std::int64_t>(options_.quality)}};
        zip_.add(name_of_all + "_files/" + name + "." + extension(),
                 encode(extension(), tile, metadata_, how, warn_));
    }

    ZipWriter zip_;
    ImageFormat format_;
    DeepZoomOptions options_;
    Warn warn_;
    Metadata metadata_;
    std::vector<HalvedRows> halves_;
    std::vector<ZoomLevel> levels_;
};

}  // namespace

std::unique_ptr<RowWriter> deepzoom_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                          const EncodeOptions& options, const Warn& warn) {
    const DeepZoomOptions own = deepzoom_options().filled(options.own);
    const std::string_view tiles = name(own.tile_format);
    ImageFormat tile = format;
    tile.width = tile.height = 1;
    if (writable(tiles, tile) != tile)
        throw Error(
            Error::Kind::usage, "",
            "tiles of " + std::string(tiles) + " do not hold " + format.text() + "; use another tile_format");
    return std::make_unique<DeepZoomWriter>(file, format, metadata, own, warn);
}

std::size_t deepzoom_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    constexpr std::size_t more = std::size_t{16} << 20, of_a_tile = 200;
    const DeepZoomOptions own = deepzoom_options().filled(options.own);
    const std::size_t row = format.host_bytes() / format.rows(), side = own.tile + 2 * own.overlap;
    const std::size_t tiles =
        (ceil_div(format.width, own.tile) + 1) * (ceil_div(format.height, own.tile) + 1);
    // Bands of all sizes, a tile while it is encoded, the directory; else the file, which grows.
    const std::size_t bands = 2 * row * std::min(side, format.height) + 16 * side * side;
    return bands + 2 * of_a_tile * tiles + more + (options.little_memory ? 0 : 4 * format.host_bytes());
}

}  // namespace sluice
