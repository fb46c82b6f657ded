#include "pipeline/plan/strategies/tiles.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/schedule/place_units.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sluice::strategies {
namespace {

// Only what a group may have at most comes of these.
UnitNumbers beside_tiles(bool alone) { return {alone ? std::size_t{1} : 2 * most_tile_items}; }

TileNeeds tile_needs(const PassShape& shape, const PassNeeds& needs, const StrategyNumbers& numbers,
                     const DeviceFacts& device, const PlanOptions& options) {
    TileNeeds of{*needs.tiled, device, needs.domain};
    of.numbers = numbers;
    of.lanes = shape.lanes;
    of.unit = shape.unit;
    of.pixels = shape.pixels;
    of.fixed_pixels = options.pixels_at_once > 0;
    of.alone = shape.alone;
    of.interleaved = needs.interleaved;
    of.real_bytes = shape.doubles ? 8 : 4;
    if (needs.tiled->stored && !shape.alone)  // else decoded once, and read often
        of.stored_bytes = needs.tiled->stored->lane_bytes();
    of.reduces = needs.reduces;
    of.once = options.few_frames();
    of.items = std::min(shape.local, most_tile_items);
    of.device.local_bytes -=
        std::min(of.device.local_bytes, local_beside_tile(of.items, shape.lut_copies, needs));
    return of;
}

}  // namespace

std::optional<PassShape> fit_tiles(const PassNeeds& needs, const StrategyNumbers& numbers,
                                   const DeviceFacts& device, const PlanOptions& options, FitTiles* fit) {
    if (!needs.tiled) return std::nullopt;
    PassShape shape = place_units(needs, beside_tiles, device, options);
    const std::optional<TileFit> found = fit(tile_needs(shape, needs, numbers, device, options));
    if (!found) return std::nullopt;
    const TileSize& tile = found->tile;
    shape.strategy = found->strategy;
    shape.tile = tile;
    shape.local = tile.items;
    shape.pixels = tile.pixels;
    shape.depth = 1;
    shape.tile_width = tile.width / static_cast<std::size_t>(shape.unit);
    shape.tiles = shape.across() * ceil_div(needs.domain.height, tile.height);
    shape.layers = needs.domain.layers;
    const std::size_t groups =
        shape.alone ? std::min(shape.tiles, device.compute_units * cpu_groups_of_unit) : shape.tiles;
    shape.run = ceil_div(shape.tiles, std::max<std::size_t>(1, groups));
    shape.layer_groups = ceil_div(shape.tiles, shape.run);
    shape.time = time_of(found->work, shape, needs, device);
    if (shape.strategy->of_one_size() && options.frames > 0)
        shape.time += needs.profile.compile / static_cast<double>(options.frames);
    shape.reason = cat("tiles of ", tile.width, " x ", tile.height, " pixels, ", found->reason);
    return shape;
}

bool rises(const Taps& taps) { return taps.even || std::is_sorted(taps.first.begin(), taps.first.end()); }

std::size_t extent_of(const Taps& taps, std::size_t size, int interleaved) {
    const std::size_t own = 1 + (taps.count - 1) * static_cast<std::size_t>(interleaved);
    if (taps.even) return size - 1 + own;
    std::int64_t most = 0;
    for (std::size_t i = 0; i < taps.first.size(); i += size)
        most = std::max<std::int64_t>(most,
                                      taps.first[std::min(i + size, taps.first.size()) - 1] - taps.first[i]);
    return static_cast<std::size_t>(most) + own;
}

bool weighs_once(const TileNeeds& needs) {
    return needs.gather.taps != nullptr && (!needs.gather.sums || needs.gather.sums->weighed_once());
}

bool streams(const TileNeeds& needs) {
    return needs.stored_bytes && needs.gather.in_buffers && !needs.reduces;
}

bool weighs_bits(const TileNeeds& needs, int pixels) {
    if (needs.alone || needs.real_bytes == 8 || !needs.gather.stored || !needs.gather.plain) return false;
    const ImageFormat& stored = *needs.gather.stored;
    return needs.device.fast_subnormals && (stored.pixel == Pixel::u8 || stored.pixel == Pixel::u16) &&
           stored.lanes() == needs.lanes && pixels * needs.lanes % 4 == 0 && may_weigh_bits(needs.taps());
}

double lines_of_tiles(const TileNeeds& needs, const TileSize& tile) {
    const double each =
        static_cast<double>(needs.gather.source.height) / static_cast<double>(needs.gather.rows);
    const double more = std::max(0.0, static_cast<double>(needs.taps().rows.count) - each);
    return each * static_cast<double>(needs.domain.height) +
           more * static_cast<double>(ceil_div(needs.domain.height, tile.height));
}

std::size_t tile_height(const TileNeeds& needs, std::size_t width, std::size_t groups, std::size_t least,
                        std::size_t most) {
    const std::size_t across = ceil_div(needs.domain.width, width) * needs.domain.layers;
    const std::size_t wanted = std::max<std::size_t>(1, needs.device.compute_units * groups);
    return std::max(least, std::min(needs.domain.height * across / wanted, most));
}

void set_widest(const TileNeeds& needs, std::size_t most, std::size_t least,
                const std::function<void(std::size_t)>& set_width, const std::function<bool()>& fits) {
    const auto unit = static_cast<std::size_t>(needs.unit);
    std::size_t width = std::max(unit, most / unit * unit);
    for (set_width(width); width > least && !fits(); set_width(width)) width = width / 2 / unit * unit;
}

std::size_t staged_bytes(const TileNeeds& needs, int pixels) {
    std::size_t bytes = 0;
    for (const ImageFormat& format : needs.gather.packed)
        if (waits_for_texels(format, pixels)) bytes += format.lane_bytes();
    return bytes;
}

}  // namespace sluice::strategies
