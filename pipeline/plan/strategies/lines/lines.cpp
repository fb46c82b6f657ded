#include "pipeline/plan/strategies/lines/lines.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cstdint>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber lines_width{"width", 256, 0};  // outputs, where it is one item
// Of local memory. On CPUs, half of a usual L2 cache.
constexpr StrategyNumber lines_bytes{"bytes", 256 << 10, 24 << 10};
constexpr StrategyNumber lines_at_once{"lines", 8, 8};  // in local memory
constexpr StrategyNumber lines_height{"height", 128, 128};
constexpr StrategyNumber lines_groups{"groups", 32,
                                      16};              // for each compute unit, where there is enough to do
constexpr StrategyNumber lines_sums{"sums", 512, 112};  // of an item, that are not complete
constexpr std::size_t least_items = 16, least_lines = 4, least_height = 8, block_rows = 16;
// Numbers in registers: sums, and what outputs side by side share.
constexpr std::size_t most_numbers = 160;

// The most source pixels that `size` outputs in a row need, the first at a multiple of `size`.
std::size_t extent(const Taps& taps, const std::optional<EvenColumns>& even, std::size_t size) {
    if (!even) return extent_of(taps, size);
    return (size - 1) * static_cast<std::size_t>(even->step) + taps.count +
           static_cast<std::size_t>(even->slack);
}

class LinesPlacer {
public:
    explicit LinesPlacer(const TileNeeds& needs) : needs_(needs), most_bytes_(needs.number(lines_bytes)) {
        tile_.items = needs.items;
    }

    bool run() {
        shape_.stored = needs_.stored_bytes.has_value();
        shape_.even = even_columns(taps().columns, needs_.domain.width);
        const std::size_t open = any_size() ? usual_open(taps().rows, needs_.gather.rows)
                                            : open_at_once(taps().rows, needs_.gather.rows);
        tile_.pixels = pixels(open);
        in_one_go_ = open * static_cast<std::size_t>(tile_.pixels) * needs_.pixel_numbers() <=
                     needs_.number(lines_sums);
        shape_.rows =
            row_lines(taps().rows, needs_.gather.rows, in_one_go_ ? open : std::min(open, block_rows));
        if (!choose_width()) return false;
        choose_height();
        shape_.most_width = needs_.items == 1 && any_size() ? needs_.number(lines_width) : tile_.width;
        shape_.elements = shape_.lines * shape_.columns;
        if (any_size()) shape_.elements = std::max(shape_.elements, room());
        shape_.any_size = any_size();
        shape_.staged = staged_bytes(needs_, tile_.pixels) > 0;
        shape_.bits = weighs_bits(needs_, tile_.pixels);
        return true;
    }
    const Lines& shape() const { return shape_; }
    const TileSize& tile() const { return tile_; }

private:
    const Separable& taps() const { return needs_.taps(); }
    // One text for all sizes: on CPUs, which lose nothing by it, and for few frames.
    // Not where results may wait in local memory, which a compiler has to know the size of.
    bool any_size() const {
        return needs_.gather.packed.empty() && (needs_.items == 1 || (needs_.once && !shape_.even));
    }
    std::size_t unit() const { return static_cast<std::size_t>(needs_.unit); }

    // Where outputs side by side share what they read, as many are in a V as make a texel.
    int pixels(std::size_t open) const {
        if (needs_.fixed_pixels || needs_.reduces || !shape_.even || !shape_.stored) return needs_.pixels;
        const auto numbers = [&](int pixels) {
            const std::size_t shared =
                static_cast<std::size_t>((pixels - 1) * shape_.even->step) + taps().columns.count;
            return (static_cast<std::size_t>(pixels) * open + shared) * needs_.pixel_numbers();
        };
        int pixels = std::min(needs_.unit, 16 / needs_.lanes);
        while (pixels > needs_.pixels && numbers(pixels) > most_numbers) pixels /= 2;
        return std::max(pixels, needs_.pixels);
    }

    std::size_t bytes() const {
        const std::size_t staged = staged_bytes(needs_, tile_.pixels);
        const std::size_t rows = staged > 0 ? shape_.rows.most_ends(shape_.lines) : 0;
        return shape_.lines * shape_.columns * needs_.stored_bytes.value_or(needs_.pixel_numbers() * 4) +
               rows * tile_.width * staged;
    }

    // Bytes of local memory for a tile. A compiler takes some, too, where a text takes all that there is.
    std::size_t local() const {
        const std::size_t all = needs_.device.local_bytes;
        return any_size() ? all - all / 16 : all;
    }
    // Pixels that it has room for, whatever this tile takes.
    std::size_t room() const {
        return std::min(most_bytes_, local()) / needs_.stored_bytes.value_or(needs_.pixel_numbers() * 4);
    }

    // As wide as local memory bears, but not much wider than the image.
    bool choose_width() {
        const bool alone = needs_.items == 1;
        const std::size_t step = std::max<std::size_t>(unit(), row_pixels);
        tile_.width =
            alone ? needs_.number(lines_width) : tile_.items * static_cast<std::size_t>(tile_.pixels);
        // Each number of items is a text of its own on GPUs.
        const std::size_t less = needs_.once && !alone ? 4 : 2;
        for (;; tile_.width /= less, tile_.items = std::max<std::size_t>(1, tile_.items / less)) {
            const bool last = tile_.width / less < unit() || (!alone && tile_.items / less < least_items);
            const std::size_t columns = ceil_div(needs_.domain.width, unit()) * unit();
            if (!last && 10 * ceil_div(columns, tile_.width) * tile_.width > 12 * columns) continue;
            shape_.columns =
                ceil_div(extent(taps().columns, shape_.even, tile_.width) + unit() - 1, step) * step;
            shape_.lines = needs_.number(lines_at_once);
            while (shape_.lines > (last ? 1 : least_lines) && bytes() > std::min(most_bytes_, local()))
                shape_.lines /= 2;
            if (bytes() <= std::min(last ? 2 * most_bytes_ : most_bytes_, local()))
                return tile_.width % unit() == 0;
            if (last) return false;
        }
    }

    // So high that lines are seldom read for two tiles, but every compute unit has something to do: a
    // thumbnail is a few tiles, and better reads lines twice.
    void choose_height() {
        const std::size_t units = needs_.device.compute_units;
        const std::size_t across = ceil_div(needs_.domain.width, tile_.width) * needs_.domain.layers;
        const std::size_t wanted = std::max<std::size_t>(1, units * needs_.number(lines_groups));
        tile_.height =
            std::clamp(needs_.domain.height * across / wanted, least_height, needs_.number(lines_height));
        if (!shape_.rows.even) tile_.height = ceil_div(tile_.height, block_rows) * block_rows;
        while (in_one_go_ && tile_.height > 1 &&
               across * ceil_div(needs_.domain.height, tile_.height) < units)
            tile_.height /= 2;
    }

    const TileNeeds& needs_;
    const std::size_t most_bytes_;  // of local memory
    bool in_one_go_ = true;         // whether the sums of all rows that want a line fit into registers
    Lines shape_;
    TileSize tile_;
};

std::optional<TileFit> fit_lines(const TileNeeds& needs) {
    if (!weighs_once(needs)) return std::nullopt;  // it weighs no columns and rows, once
    const Separable& taps = needs.taps();
    if (!rises(taps.columns) || !rises(taps.rows))
        return std::nullopt;  // an output begins before the last one
    // Rows alone that weigh lines of their own: few share one, and a GPU gains nothing by local memory.
    if (needs.items > 1 && taps.columns.count == 1 && !taps.rows.even)
        return std::nullopt;  // lines of rows that weigh their own are no nearer in local memory
    LinesPlacer placer(needs);
    if (!placer.run()) return std::nullopt;  // its lines do not fit local memory
    const Lines& shape = placer.shape();
    const double lines = lines_of_tiles(needs, placer.tile()) * static_cast<double>(needs.domain.layers);
    const auto width = static_cast<double>(needs.domain.width);
    const auto across = static_cast<double>(ceil_div(needs.domain.width, placer.tile().width));
    const double along = lines * width * static_cast<double>(taps.columns.count);
    Weighing work;
    work.products = lines * width * static_cast<double>(shape.rows.open) + (shape.even ? along : 0);
    work.looked_up = shape.even ? 0 : along / 2;  // weights, but places lie side by side
    // Put there once, and taken for each output that weighs it.
    work.near = lines * (across * static_cast<double>(shape.columns) +
                         width * static_cast<double>(taps.columns.count));
    return TileFit{
        std::make_shared<Lines>(shape), placer.tile(), work,
        cat(shape.lines, " lines of ", shape.columns, " at a time in local memory, ",
            shape.stored ? "as they lie in memory" : "as numbers", shape.bits ? ", weighed as bits" : "")};
}

}  // namespace

StrategyDef lines() {
    return of_tiles<fit_lines>(
        "tiled", {lines_width, lines_bytes, lines_at_once, lines_height, lines_groups, lines_sums});
}

}  // namespace sluice::strategies
