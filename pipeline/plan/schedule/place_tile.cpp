#include "pipeline/plan/schedule/place_tile.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <algorithm>

namespace sluice {
namespace {

struct Limits {
    std::size_t width;          // of a tile: outputs, where it is one item
    std::size_t bytes;          // of local memory
    std::size_t lines, height;  // in local memory at a time; outputs
    std::size_t groups;         // for each compute unit, where there is enough to do
    std::size_t open;           // numbers of an item's sums that are not complete
};
// H200, 8192 x 8192 RGBA8, Gaussian of 5 weights: 0.285 ms with 8 lines, 0.338 with 4.
constexpr Limits gpu_limits{0, 24 << 10, 8, 128, 16, 112};
// PoCL: half of an L2 cache.
constexpr Limits cpu_limits{256, 256 << 10, 8, 128, 32, 512};
constexpr std::size_t least_items = 16, least_lines = 4, least_height = 8, block = 16;

// H200: numbers in registers, sums and what outputs side by side share. Lanczos of 12 weights, to the half,
// takes 0.45 ms with 2 pixels of 104 numbers and 0.63 with 4 of 168; cubic 0.33 with 4 of 120 and 0.35
// with 2.
constexpr std::size_t most_numbers = 160;

// The most source pixels that `size` outputs in a row need, the first at a multiple of `size`.
std::size_t extent(const Taps& taps, const std::optional<EvenColumns>& even, std::size_t size) {
    if (even)
        return (size - 1) * static_cast<std::size_t>(even->step) + taps.count +
               static_cast<std::size_t>(even->slack);
    std::int64_t most = 0;
    for (std::size_t i = 0; i < taps.first.size(); i += size)
        most = std::max<std::int64_t>(most,
                                      taps.first[std::min(i + size, taps.first.size()) - 1] - taps.first[i]);
    return static_cast<std::size_t>(most) + taps.count;
}

// Where outputs side by side share what they read, as many are in a V as make a texel.
int pixels_of(const TileNeeds& needs, std::size_t weights, const TileShape& tile, std::size_t open) {
    if (needs.fixed_pixels || needs.reduces || !tile.even || !tile.stored) return needs.pixels;
    const auto numbers = [&](int pixels) {
        const std::size_t shared = static_cast<std::size_t>((pixels - 1) * tile.even->step) + weights;
        return (static_cast<std::size_t>(pixels) * open + shared) * needs.pixel_numbers();
    };
    int pixels = std::min(needs.unit, 16 / needs.lanes);
    while (pixels > needs.pixels && numbers(pixels) > most_numbers) pixels /= 2;
    return std::max(pixels, needs.pixels);
}

class TilePlacer {
public:
    TilePlacer(const Separable& taps, const TileNeeds& needs, const DeviceFacts& device)
        : taps_(taps), needs_(needs), device_(device), limits_(needs.items == 1 ? cpu_limits : gpu_limits) {}

    std::optional<TileShape> run() {
        tile_.stored = needs_.stored_bytes.has_value();
        tile_.even = even_columns(taps_.columns, needs_.domain.width);
        const std::size_t open = open_at_once(taps_.rows, needs_.rows);
        tile_.pixels = pixels_of(needs_, taps_.columns.count, tile_, open);
        in_one_go_ = open * static_cast<std::size_t>(tile_.pixels) * needs_.pixel_numbers() <= limits_.open;
        tile_.rows = row_lines(taps_.rows, needs_.rows, in_one_go_ ? open : block);
        if (!choose_width()) return std::nullopt;
        choose_height();
        return tile_;
    }

private:
    std::size_t unit() const { return static_cast<std::size_t>(needs_.unit); }
    std::size_t bytes() const {
        const std::size_t staged = staged_bytes(needs_, tile_.pixels);
        const std::size_t rows = staged > 0 ? tile_.rows.most_ends(tile_.lines) : 0;
        return tile_.lines * tile_.columns * needs_.stored_bytes.value_or(needs_.pixel_numbers() * 4) +
               rows * tile_.width * staged;
    }

    // As wide as local memory bears, but not much wider than the image.
    bool choose_width() {
        const bool alone = needs_.items == 1;
        const std::size_t step = std::max<std::size_t>(unit(), row_pixels);
        tile_.items = needs_.items;
        tile_.width = alone ? limits_.width : tile_.items * static_cast<std::size_t>(tile_.pixels);
        for (;; tile_.width /= 2, tile_.items = std::max<std::size_t>(1, tile_.items / 2)) {
            const bool last = tile_.width / 2 < unit() || (!alone && tile_.items / 2 < least_items);
            const std::size_t columns = ceil_div(needs_.domain.width, unit()) * unit();
            if (!last && 10 * ceil_div(columns, tile_.width) * tile_.width > 12 * columns) continue;
            tile_.columns =
                ceil_div(extent(taps_.columns, tile_.even, tile_.width) + unit() - 1, step) * step;
            tile_.lines = limits_.lines;
            while (tile_.lines > (last ? 1 : least_lines) && bytes() > limits_.bytes) tile_.lines /= 2;
            if (bytes() <= std::min(last ? 2 * limits_.bytes : limits_.bytes, device_.local_bytes))
                return tile_.width % unit() == 0;
            if (last) return false;
        }
    }

    // So high that lines are seldom read for two tiles, but every compute unit has something to do: a
    // thumbnail is a few tiles, and better reads lines twice.
    void choose_height() {
        const std::size_t across = ceil_div(needs_.domain.width, tile_.width) * needs_.domain.layers;
        const std::size_t wanted = std::max<std::size_t>(1, device_.compute_units * limits_.groups);
        tile_.height = std::clamp(needs_.domain.height * across / wanted, least_height, limits_.height);
        if (!tile_.rows.even) tile_.height = ceil_div(tile_.height, block) * block;
        while (in_one_go_ && tile_.height > 1 &&
               across * ceil_div(needs_.domain.height, tile_.height) < device_.compute_units)
            tile_.height /= 2;
    }

    const Separable& taps_;
    const TileNeeds& needs_;
    const DeviceFacts& device_;
    const Limits& limits_;
    bool in_one_go_ = true;  // whether the sums of all rows that want a line fit into registers
    TileShape tile_;
};

}  // namespace

bool rises(const Taps& taps) { return taps.even || std::is_sorted(taps.first.begin(), taps.first.end()); }

std::size_t staged_bytes(const TileNeeds& needs, int pixels) {
    std::size_t bytes = 0;
    for (const ImageFormat& format : needs.packed)
        if (waits_for_texels(format, pixels)) bytes += format.lane_bytes();
    return bytes;
}

std::optional<TileShape> place_tile(const Separable& taps, const TileNeeds& needs,
                                    const DeviceFacts& device) {
    if (!rises(taps.columns) || !rises(taps.rows)) return std::nullopt;
    // Rows alone that weigh lines of their own: few share one, and a GPU gains nothing by local memory.
    if (needs.items > 1 && taps.columns.count == 1 && !taps.rows.even) return std::nullopt;
    return TilePlacer(taps, needs, device).run();
}

}  // namespace sluice
