#include "pipeline/plan/schedule/place_tile.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace sluice {
namespace {

// The most source pixels that `size` outputs in a row need, the first at a multiple of `step`; their first
// one may lie up to `slack` further to the left.
std::size_t extent(const Taps& taps, std::size_t size, std::size_t step, std::size_t slack) {
    if (taps.even) return size - 1 + taps.count + slack;
    const std::size_t outputs = taps.first.size();
    std::int64_t most = 0;
    for (std::size_t i = 0; i < outputs; i += step) {
        const std::size_t last = std::min(i + size, outputs) - 1;
        most = std::max<std::int64_t>(
            most, taps.first[last] + static_cast<std::int64_t>(taps.count) - taps.first[i]);
    }
    return static_cast<std::size_t>(most) + slack;
}

bool rises(const Taps& taps) { return taps.even || std::is_sorted(taps.first.begin(), taps.first.end()); }

struct Limits {
    std::array<std::size_t, 4> widths, heights;
    std::size_t bytes, block;
};
// H200: two groups of 24 KiB and more share a compute unit's memory well; PoCL: half of an L2 cache.
constexpr Limits gpu{{16, 32, 64, 128}, {8, 16, 32, 64}, 28 << 10, 8};
constexpr Limits large_gpu{{16, 32, 64, 128}, {4, 8, 16, 32}, 47 << 10, 8};
constexpr Limits cpu{{32, 64, 128, 256}, {8, 16, 32, 64}, 256 << 10, 4};

std::optional<TileShape> best_tile(const TileNeeds& needs, const DeviceFacts& device, const Limits& limits) {
    const auto unit = static_cast<std::size_t>(needs.unit);
    std::optional<TileShape> best;
    double least = std::numeric_limits<double>::max();
    for (const std::size_t width : limits.widths)
        for (const std::size_t height : limits.heights) {
            const std::size_t pieces = width / static_cast<std::size_t>(needs.pixels);
            if (width % unit != 0 || (needs.items > 1 && pieces > needs.items)) continue;
            TileShape tile{width, height, 0, 0, 0, needs.stored_bytes.has_value(), 1};
            tile.columns = ceil_div(extent(needs.taps.columns, width, width, unit - 1), unit) * unit;
            tile.rows = extent(needs.taps.rows, height, 1, 0);
            tile.bytes = tile.columns * tile.rows * needs.stored_bytes.value_or(needs.number_bytes) +
                         tile.rows * width * needs.number_bytes + width * height * needs.store_bytes;
            if (tile.bytes > std::min(limits.bytes, device.local_bytes)) continue;
            const std::size_t below = std::max<std::size_t>(
                1, needs.items / std::max<std::size_t>(1, std::min(pieces, needs.items)));
            tile.block = std::clamp<std::size_t>(height / below, 1, limits.block);
            // Pixels that are read, and lines that are weighed, for each output.
            const auto outputs = static_cast<double>(width * height);
            const double cost =
                (static_cast<double>(tile.columns * tile.rows) +
                 2.0 * static_cast<double>(tile.rows * width * needs.taps.columns.count) / 4) /
                    outputs +
                static_cast<double>(tile.block - 1 + needs.taps.rows.count) / static_cast<double>(tile.block);
            if (cost >= least) continue;
            least = cost;
            best = tile;
        }
    return best;
}

}  // namespace

std::optional<TileShape> place_tile(const TileNeeds& needs, const DeviceFacts& device) {
    if (!rises(needs.taps.columns) || !rises(needs.taps.rows)) return std::nullopt;
    if (needs.items == 1) return best_tile(needs, device, cpu);
    const auto tile = best_tile(needs, device, gpu);
    return tile ? tile : best_tile(needs, device, large_gpu);
}

}  // namespace sluice
