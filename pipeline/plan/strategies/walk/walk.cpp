#include "pipeline/plan/strategies/walk/walk.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/primitives/own_columns.hpp"
#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber walk_items_of_unit{"items of a unit", 0, 512}, walk_items{"items", 0, 32};
constexpr StrategyNumber walk_lanes{"lanes", 0, 4};  // of its lines together
constexpr StrategyNumber walk_sums{"sums", 0, 64};
constexpr std::size_t chunk_texels = 8, least_items_of_walk = 32;
constexpr std::size_t least_width = 4;  // outputs: what lies left of them is weighed for nothing
constexpr std::size_t most_pixel_bytes = 16;

// Whether they lie one beside the other.
bool follow(const RowLines& columns) {
    for (std::size_t i = 0; i + 2 < columns.lines.size(); ++i)  // the last one is none
        if (columns.lines[i + 1].source != columns.lines[i].source + 1) return false;
    return true;
}

// Of a group: its lines, each a word or a pixel longer than a chunk, and what each column of that adds to
// outputs, in fours.
std::size_t local_bytes(const Walk& shape, const TileSize& tile, std::size_t open, const TileNeeds& needs) {
    const std::size_t line =
        shape.columns * *needs.stored_bytes + std::max<std::size_t>(4, *needs.stored_bytes);
    return tile.items * shape.lines * line +
           shape.columns * ceil_div(open, std::size_t{4}) * 4 * needs.real_bytes;
}

std::optional<TileFit> fit_walk(const TileNeeds& needs) {
    if (!weighs_once(needs)) return std::nullopt;  // it weighs no columns and rows, once
    if (needs.items == 1) return std::nullopt;     // an item goes along rows anyway
    if (!streams(needs) || *needs.stored_bytes > most_pixel_bytes)
        return std::nullopt;  // it does not go from buffer to buffer, or pixels are too wide
    const Taps &columns = needs.taps().columns, &rows = needs.taps().rows;
    if (!is_itself(rows) || columns.even || !rises(columns))
        return std::nullopt;  // rows are weighed too, or columns alike
    if (!weighs_only_image(columns, needs.gather.source.width))
        return std::nullopt;  // what is no image is weighed
    Walk shape;
    TileSize tile;
    tile.pixels = 1;
    tile.items = std::min(needs.number(walk_items), needs.items);
    if (needs.fixed_pixels && needs.pixels != tile.pixels) return std::nullopt;
    const auto lanes = static_cast<std::size_t>(needs.lanes), unit = static_cast<std::size_t>(needs.unit);
    shape.columns = chunk_texels * 16 / *needs.stored_bytes;
    const std::size_t open =
        needs.once ? usual_open(columns, needs.domain.width) : open_at_once(columns, needs.domain.width);
    const auto fits_local = [&] { return local_bytes(shape, tile, open, needs) <= needs.device.local_bytes; };
    const auto fits = [&] {
        return open * shape.lines * needs.pixel_numbers() <= needs.number(walk_sums) && fits_local();
    };
    shape.lines = std::max<std::size_t>(1, needs.number(walk_lanes) / lanes);
    while (tile.items > least_items_of_walk && !fits_local()) tile.items /= 2;
    if (tile.items % chunk_texels != 0) return std::nullopt;  // groups are too small
    while (shape.lines > 1 && !fits()) shape.lines /= 2;
    if (!fits()) return std::nullopt;  // its sums do not fit registers, or its lines local memory
    shape.along = sluice::row_lines(columns, needs.domain.width, open);
    if (!follow(shape.along)) return std::nullopt;  // columns are left out between outputs
    tile.height = tile.items * shape.lines;
    const std::size_t down = ceil_div(needs.domain.height, tile.height) * needs.domain.layers;
    const std::size_t across = std::max<std::size_t>(
        1, needs.device.compute_units * needs.number(walk_items_of_unit) / (tile.items * down));
    tile.width = ceil_div(std::max(needs.domain.width / across, least_width), unit) * unit;
    shape.bits = weighs_bits(needs, tile.pixels);
    const double pixels = static_cast<double>(needs.gather.source.width) *
                          static_cast<double>(needs.domain.height * needs.domain.layers);
    Weighing work;
    work.products = pixels * static_cast<double>(open + 1);
    work.near = pixels;
    return TileFit{std::make_shared<Walk>(shape), tile, work,
                   cat("whose items walk along lines of the image", shape.bits ? ", weighed as bits" : "")};
}

}  // namespace

StrategyDef walk() {
    return of_tiles<fit_walk>("along lines", {walk_items_of_unit, walk_items, walk_lanes, walk_sums});
}

}  // namespace sluice::strategies
