#include "pipeline/plan/schedule/place_walk.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/schedule/tap_tables.hpp"

#include <algorithm>

namespace sluice {
namespace {

// H100, 16384^2 RGBA8 to 200 pixels, linear and Lanczos, in ms: 256 items for each compute unit 1.6 and 2.7,
// 512 0.83 and 1.22, 2048 0.83 and 1.25; two lines for each item 0.90 and 1.18.
constexpr std::size_t items_of_unit = 512;
constexpr std::size_t group_items = 32, chunk_texels = 8;
constexpr std::size_t lanes_of_item = 4;       // of its lines together
constexpr std::size_t least_width = 4;         // outputs: what lies left of them is weighed for nothing
constexpr std::size_t most_open_numbers = 64;  // of an item's sums
constexpr std::size_t most_pixel_bytes = 16;

// Whether they lie one beside the other.
bool follow(const RowLines& columns) {
    for (std::size_t i = 0; i + 2 < columns.lines.size(); ++i)  // the last one is none
        if (columns.lines[i + 1].source != columns.lines[i].source + 1) return false;
    return true;
}

// Of a group: its lines, each a word or a pixel longer than a chunk, and what each column of that adds to
// outputs, in fours.
std::size_t local_bytes(const TileShape& tile, std::size_t open, const TileNeeds& needs) {
    const std::size_t line =
        tile.columns * *needs.stored_bytes + std::max<std::size_t>(4, *needs.stored_bytes);
    return tile.items * tile.lines * line +
           tile.columns * ceil_div(open, std::size_t{4}) * 4 * needs.real_bytes;
}

}  // namespace

std::optional<TileShape> place_walk(const Separable& taps, const TileNeeds& needs,
                                    const DeviceFacts& device) {
    if (!needs.stored_bytes || *needs.stored_bytes > most_pixel_bytes || !needs.in_buffers || needs.reduces)
        return std::nullopt;
    if (!is_itself(taps.rows) || taps.columns.even || !rises(taps.columns) ||
        !weighs_only_image(taps.columns, needs.source.width))
        return std::nullopt;
    TileShape tile;
    tile.pixels = 1;
    tile.items = std::min(group_items, needs.items);
    if (tile.items % chunk_texels != 0 || (needs.fixed_pixels && needs.pixels != tile.pixels))
        return std::nullopt;
    const auto lanes = static_cast<std::size_t>(needs.lanes), unit = static_cast<std::size_t>(needs.unit);
    tile.columns = chunk_texels * 16 / *needs.stored_bytes;
    const std::size_t open = open_at_once(taps.columns, needs.domain.width);
    const auto fits = [&] {
        return open * tile.lines * needs.pixel_numbers() <= most_open_numbers &&
               local_bytes(tile, open, needs) <= device.local_bytes;
    };
    tile.lines = std::max<std::size_t>(1, lanes_of_item / lanes);
    while (tile.lines > 1 && !fits()) tile.lines /= 2;
    if (!fits()) return std::nullopt;
    tile.walk = row_lines(taps.columns, needs.domain.width, open);
    if (!follow(*tile.walk)) return std::nullopt;
    tile.height = tile.items * tile.lines;
    const std::size_t down = ceil_div(needs.domain.height, tile.height) * needs.domain.layers;
    const std::size_t across =
        std::max<std::size_t>(1, device.compute_units * items_of_unit / (tile.items * down));
    tile.width = ceil_div(std::max(needs.domain.width / across, least_width), unit) * unit;
    return tile;
}

}  // namespace sluice
