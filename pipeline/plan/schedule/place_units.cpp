#include "pipeline/plan/schedule/place_units.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

// Pixels of a unit, at most, that are read between pixels: items side by side read what is near.
constexpr int most_sampled = 4;

// Of a group that only reduces, where there are enough.
constexpr std::size_t tiles_of_group = 3;
constexpr std::size_t lut_bytes = 256 * 4;  // of a copy
constexpr std::size_t local_banks = 32;

// Whether a unit is one texel of the widest result, and less of what is read: items side by side then write
// texels side by side, as buffers like it.
bool widens(const PassNeeds& needs, const DeviceFacts& device) {
    return !device.cpu() && !needs.image_objects && !needs.gathers && needs.lookups == 0 &&
           needs.word_steps == 0 && needs.store_bytes > needs.load_bytes;
}

// Whether a pixel that it gathers is a texel: items side by side then read texels side by side.
bool gathers_texels(const PassNeeds& needs, const DeviceFacts& device) {
    return !device.cpu() && !needs.image_objects && !needs.tiled && !needs.windows && needs.lookups == 0 &&
           needs.word_steps == 0 && needs.gather_bytes >= 16;
}

// Wide tiles read long rows, but must not hang over the right edge by more than a tenth.
std::size_t side_by_side(std::size_t columns, std::size_t local, std::size_t most) {
    std::size_t best = 1;
    for (std::size_t width = 1; width <= most && local % width == 0; width *= 2)
        if (10 * ceil_div(columns, width) * width <= 11 * columns) best = width;
    return best;
}

// Lanes, V, and the unit: whole texels of every image, or less where pixels are read one by one.
void choose_unit(PassShape& shape, const PassNeeds& needs, const DeviceFacts& device,
                 const PlanOptions& options, const std::optional<UnitThatReads>& unit) {
    shape.lanes = 1;
    std::size_t narrowest = row_bytes, widest = 1;  // bytes of a pixel
    for (const ImageFormat& f : needs.formats) {
        shape.lanes = std::max(shape.lanes, f.lanes());
        narrowest = std::min(narrowest, f.lane_bytes());
        widest = std::max(widest, f.lane_bytes());
        // 2^31 does not fit the 24 bits of a float.
        if (f.pixel == Pixel::f64 || f.pixel == Pixel::i32) shape.doubles = true;
        if (shape.doubles && !device.fp64)
            throw Error(Error::Kind::usage, "",
                        cat(name(f.pixel), " needs double precision, which the device (", short_name(device),
                            ") lacks"));
    }
    // Measured: four lanes at a time reach a GPU's copy rate; PoCL needs 16 lanes (512 bits) in a vector.
    const int wanted = options.pixels_at_once > 0 ? options.pixels_at_once
                       : device.cpu()             ? (shape.doubles ? 8 : 16) / shape.lanes
                                                  : 4 / shape.lanes;
    shape.pixels = std::clamp(wanted, 1, 16 / shape.lanes);
    shape.unit = shape.pixels;
    // Pixels in texels or rows of their own come one by one: units as small as can be, and items side by side
    // take those side by side.
    const bool small = needs.by_pixel && needs.lookups == 0;
    shape.apart = small && needs.apart && !device.cpu();
    if (small && needs.word_steps > 0)
        shape.unit = std::max(shape.unit, static_cast<int>(ceil_div(4 * words_n(device), narrowest)));
    if (widens(needs, device))
        shape.unit =
            std::max(shape.unit, 16 / static_cast<int>(std::min<std::size_t>(16, needs.store_bytes)));
    else if (!small && !gathers_texels(needs, device))
        for (const ImageFormat& f : needs.formats)
            shape.unit = std::max(shape.unit, needs.samples && !needs.image_objects && !needs.tiled
                                                  ? std::min(texel_pixels(f), most_sampled)
                                                  : texel_pixels(f));
    // A CPU walks row_pixels at a time: the steps of the walk cost as much as one vector's arithmetic.
    if (device.cpu()) shape.unit = static_cast<int>(row_pixels);
    if (device.cpu() && (needs.lookups > 0 || needs.lines))  // as rows of every image are padded
        shape.unit = std::max(shape.unit, static_cast<int>(row_bytes / widest));
    shape.planes = needs.planes;
    if (needs.planes) shape.pixels = shape.unit = static_cast<int>(row_pixels);
    while (device.cpu() && needs.by_pixel && shape.unit > static_cast<int>(row_pixels) &&
           static_cast<std::size_t>(shape.unit) > needs.domain.width)
        shape.unit /= 2;
    shape.overlaps = device.cpu() && needs.lines && needs.by_pixel;
    if (device.cpu() && needs.word_steps > 0)  // whole WORDS
        shape.unit = static_cast<int>(std::max(row_pixels, row_bytes / needs.word_bytes));
    if (unit) shape.unit = unit->pixels;
    shape.columns = ceil_div(needs.domain.width, static_cast<std::size_t>(shape.unit));
}

// As many work-items as like each other's company and fit local memory.
void choose_group(PassShape& shape, const PassNeeds& needs, std::size_t wanted, const DeviceFacts& device,
                  const PlanOptions& options) {
    shape.local = std::min(options.work_group > 0 ? options.work_group : wanted, device.max_work_group);
    if (!device.cpu() && needs.lookups * lut_bytes * local_banks + needs.shared <= device.local_bytes)
        shape.lut_copies = local_banks;
    while (shape.local > 1 && local_beside_tile(shape.local, shape.lut_copies, needs) > device.local_bytes)
        shape.local /= 2;
    if (shape.local < 4) shape.local = 1;  // a group has at least an item for each channel
    shape.alone = device.cpu() && shape.local == 1;
}

// Units of an item in one tile.
int depth_of(const PassShape& shape, const PassNeeds& needs, const UnitNumbers& numbers,
             const DeviceFacts& device, const std::optional<UnitThatReads>& unit, bool once) {
    if (shape.alone) return 1;
    const std::size_t unit_bytes = static_cast<std::size_t>(shape.unit) * needs.load_bytes;
    // Fewer of wide units (f64): what is in flight has to fit into registers.
    const auto texels = static_cast<int>(unit ? unit->texels : unit_bytes / 16);
    int depth = numbers.depth;
    if (unit || !needs.stores || needs.lookups > 0) depth = std::max(1, depth / std::clamp(texels, 1, depth));
    if (shape.apart && !needs.stores)
        depth = numbers.depth_apart > 0 ? numbers.depth_apart : std::clamp(32 / shape.unit, 8, 16);
    if (needs.word_steps > 0) {  // words that are counted are put away once a tile, at least
        const std::size_t steps = std::max<std::size_t>(1, unit_bytes / 8);
        depth = std::min(depth, static_cast<int>(std::max<std::size_t>(1, needs.word_steps / steps)));
    }
    if (needs.windows) {  // all that they read is in registers
        if (numbers.depth_of_windows > 0) depth = std::min(depth, numbers.depth_of_windows);
        if (shape.doubles) depth = std::max(1, depth / 2);
    }
    // A small image is better spread over all compute units.
    const auto items = [&] {
        return shape.columns * ceil_div(needs.domain.height, static_cast<std::size_t>(depth));
    };
    if (needs.stores && !needs.reduces)
        while (depth > 1 && items() * needs.domain.layers < device.compute_units * shape.local)
            depth = once ? 1 : depth / 2;  // each depth is a text of its own
    return depth;
}

void choose_tiles(PassShape& shape, const PassNeeds& needs, const UnitNumbers& numbers) {
    const std::size_t unit_bytes = static_cast<std::size_t>(shape.unit) * needs.load_bytes;
    std::size_t most = needs.image_objects ? numbers.width_of_objects : numbers.width;
    if (unit_bytes < 16) most *= 16 / unit_bytes;  // of natural image objects: as wide in bytes
    shape.windows = needs.windows;
    shape.tile_width =
        shape.alone ? std::min(most, shape.columns) : side_by_side(shape.columns, shape.local, most);
    if (shape.alone && needs.word_steps > 0) {  // lanes that count words are put away once a tile
        const std::size_t steps = ceil_div(unit_bytes, row_bytes);
        shape.tile_width = std::clamp<std::size_t>(needs.word_steps / steps, 1, shape.tile_width);
    }
    shape.tiles = shape.across() * ceil_div(needs.domain.height, shape.tile_height());
}

void choose_groups(PassShape& shape, const PassNeeds& needs, const UnitNumbers& numbers,
                   const DeviceFacts& device) {
    shape.layers = needs.domain.layers;
    const std::size_t units = std::max<std::size_t>(1, device.compute_units / shape.layers);
    std::size_t groups =
        numbers.groups == 0 ? shape.tiles : device.compute_units * numbers.groups / shape.layers;
    const bool only_reduces = !shape.alone && !needs.stores;
    // Bins of a group are cold at first, and are added to those of others at the end.
    if (shape.alone && needs.bins > 0) {
        constexpr std::size_t pixels_for_a_bin = 64, most_of_a_unit = 8;
        const std::size_t worth = needs.domain.width * needs.domain.height / (pixels_for_a_bin * needs.bins);
        groups = std::min(groups, std::clamp(worth, units, most_of_a_unit * units));
    }
    // Each group costs time at the end.
    if (only_reduces)
        groups = std::min(groups, units * std::max<std::size_t>(2, shape.tiles / (tiles_of_group * units)));
    shape.layer_groups = std::clamp<std::size_t>(groups, 1, shape.tiles);
    if (only_reduces) return;
    shape.run = ceil_div(shape.tiles, shape.layer_groups);
    shape.layer_groups = ceil_div(shape.tiles, shape.run);
}

}  // namespace

std::size_t local_beside_tile(std::size_t items, std::size_t lut_copies, const PassNeeds& needs) {
    return needs.shared + needs.lookups * lut_bytes * lut_copies + items * needs.scratch;
}

bool fills_groups(const PassNeeds& needs, const UnitNumbers& numbers, const DeviceFacts& device) {
    const std::size_t texels = needs.domain.width * needs.domain.height * needs.load_bytes / 16;
    return texels >= device.compute_units * numbers.groups * tiles_of_group * numbers.items *
                         static_cast<std::size_t>(numbers.depth);
}

PassShape place_units(const PassNeeds& needs, const UnitNumbersOf& numbers_of, const DeviceFacts& device,
                      const PlanOptions& options, const std::optional<UnitThatReads>& unit) {
    PassShape shape;
    choose_unit(shape, needs, device, options, unit);
    choose_group(shape, needs, numbers_of(device.cpu()).items, device, options);
    const UnitNumbers numbers = numbers_of(shape.alone);
    shape.depth = depth_of(shape, needs, numbers, device, unit, options.few_frames());
    choose_tiles(shape, needs, numbers);
    choose_groups(shape, needs, numbers, device);
    shape.reason = shape.planes  ? "CPU: a vector for each channel, one work-item per run"
                   : shape.alone ? cat("CPU: vectors of ", shape.width(), " lanes, one work-item per run")
                                 : cat(shape.local, " work-items side by side in tiles ", shape.tile_width,
                                       " units wide, ", shape.depth, " units of each in flight");
    return shape;
}

}  // namespace sluice
