#include "pipeline/plan/schedule/place_units.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

// What depends on the kind of device and of pass. docs/performance-history.md has what was measured for each.
struct Tuning {
    std::size_t local;         // work-items of a group
    std::size_t groups;        // for each compute unit; 0 = one for each tile
    std::size_t buffer_width;  // of a tile: units, at most
    std::size_t image_width;   // the same where an image object is among its images
    int depth;                 // units that an item has in flight
};
// Each group costs time at the end, so that none should have less than 3 tiles.
constexpr Tuning gpu_reduce{256, 4, 256, 32, 8};
// Of integers: registers for 4 groups on a unit.
constexpr Tuning gpu_reduce_objects{256, 4, 256, 32, 4};
constexpr Tuning gpu_reduce_float_objects{256, 4, 256, 16, 8};
constexpr std::size_t tiles_of_group = 3;
// Natural image objects of bytes, which come pixel by pixel.
constexpr int natural_bytes_depth = 3;
// Neighbours are best written at the same time. Image objects: a column of the blocks of their memory.
constexpr Tuning gpu_write{256, 0, 256, 4, 4};
// Tables in local memory are filled by each group, which has to have enough to do then.
constexpr Tuning gpu_look_up{256, 0, 256, 4, 8};
// A pass that does both has a group's end to pay for.
constexpr Tuning gpu_both{256, 8, 256, 4, 4};
// What is gathered pixel by pixel, from rows as they lie.
constexpr Tuning gpu_gather{128, 0, 128, 128, 8};
constexpr Tuning gpu_gather_long{128, 0, 128, 128, 4};  // a pixel of 16 bytes
// Where it comes turned, narrow tiles read whole sectors of the cache.
constexpr Tuning gpu_gather_turned{256, 0, 2, 2, 2};
// By weights of columns and rows, where no tile is made: an item has enough to wait for with one.
constexpr Tuning gpu_weigh{128, 0, 128, 128, 1};
// Between pixels.
constexpr Tuning gpu_sample{128, 0, 2, 2, 4};
// Pixels of a unit, at most: items side by side read what is near.
constexpr int most_sampled = 4;
// Windows of units below each other have rows in common, as long as all fits into registers, of which groups
// of 128 items waste fewer.
constexpr Tuning gpu_window_choosing{128, 0, 16, 16, 8};
constexpr Tuning gpu_window{128, 0, 16, 16, 3};
constexpr Tuning gpu_window_long{128, 0, 16, 16, 5};  // a pixel of 16 bytes
constexpr Tuning gpu_window_transcendental{128, 0, 16, 16, 4};
constexpr Tuning gpu_window_large{128, 0, 16, 16, 1};  // the same of more than 7 x 7, which was not measured
// PoCL: an item that goes along a row alone needs no barrier; 128 units of 64 bytes are half of an L1
// cache, and fewer than 16-bit sums of bytes allow (words.clh).
constexpr Tuning cpu{1, cpu_groups_of_unit, 128, 128, 1};

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

// Whether all groups of gpu_reduce have work, so that what an item has in flight is what registers allow.
bool fills_groups(const PassNeeds& needs, const DeviceFacts& device) {
    const std::size_t texels = needs.domain.width * needs.domain.height * needs.load_bytes / 16;
    return texels >= device.compute_units * gpu_reduce.groups * tiles_of_group * gpu_reduce.local *
                         static_cast<std::size_t>(gpu_reduce.depth);
}

bool all_formats(const PassNeeds& needs, bool (*are)(const ImageFormat&)) {
    return std::all_of(needs.formats.begin(), needs.formats.end(), are);
}

const Tuning& window(const PassNeeds& needs) {
    if (needs.costs == Cost::transcendental)
        return needs.window_pixels <= 49 ? gpu_window_transcendental : gpu_window_large;
    if (needs.costs == Cost::divisions) return gpu_window;
    if (needs.store_bytes >= 16) return gpu_window_long;
    return needs.chooses && needs.window_pixels <= 9 ? gpu_window_choosing : gpu_window;
}

// Pixel by pixel, and not by windows.
const Tuning& gathering(const PassNeeds& needs) {
    if (needs.samples) return gpu_sample;
    if (needs.turned) return gpu_gather_turned;
    return needs.store_bytes < 16 ? gpu_gather : gpu_gather_long;
}

const Tuning& tuning_for(const PassNeeds& needs, bool alone, const DeviceFacts& device) {
    if (alone) return cpu;
    if (needs.weighs && !needs.tiled) return gpu_weigh;
    if (!needs.stores) {
        const bool integers = all_formats(needs, [](const ImageFormat& f) { return is_integer(f.pixel); });
        const bool floats = all_formats(needs, [](const ImageFormat& f) { return !is_integer(f.pixel); });
        if (!needs.image_objects || !fills_groups(needs, device)) return gpu_reduce;
        if (integers) return gpu_reduce_objects;
        return floats && !needs.apart ? gpu_reduce_float_objects : gpu_reduce;
    }
    if (needs.gathers && !needs.tiled && !needs.reduces)
        return needs.windows ? window(needs) : gathering(needs);
    return needs.reduces ? gpu_both : needs.lookups > 0 ? gpu_look_up : gpu_write;
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
    std::size_t narrowest = row_bytes;  // bytes of a pixel
    for (const ImageFormat& f : needs.formats) {
        shape.lanes = std::max(shape.lanes, f.lanes());
        narrowest = std::min(narrowest, f.lane_bytes());
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
    if (device.cpu() && needs.word_steps > 0)  // whole WORDS
        shape.unit = static_cast<int>(std::max(row_pixels, row_bytes / needs.word_bytes));
    if (unit) shape.unit = unit->pixels;
    shape.columns = ceil_div(needs.domain.width, static_cast<std::size_t>(shape.unit));
}

// As many work-items as like each other's company and fit local memory.
void choose_group(PassShape& shape, const PassNeeds& needs, const DeviceFacts& device,
                  const PlanOptions& options) {
    const std::size_t wanted = tuning_for(needs, device.cpu(), device).local;
    shape.local = std::min(options.work_group > 0 ? options.work_group : wanted, device.max_work_group);
    if (!device.cpu() && needs.lookups * lut_bytes * local_banks + needs.shared <= device.local_bytes)
        shape.lut_copies = local_banks;
    while (shape.local > 1 && local_beside_tile(shape.local, shape.lut_copies, needs) > device.local_bytes)
        shape.local /= 2;
    if (shape.local < 4) shape.local = 1;  // a group has at least an item for each channel
    shape.alone = device.cpu() && shape.local == 1;
}

void choose_tiles(PassShape& shape, const PassNeeds& needs, const DeviceFacts& device, const Tuning& tuning,
                  const std::optional<UnitThatReads>& unit, bool once) {
    const std::size_t unit_bytes = static_cast<std::size_t>(shape.unit) * needs.load_bytes;
    std::size_t most = needs.image_objects ? tuning.image_width : tuning.buffer_width;
    if (unit_bytes < 16) most *= 16 / unit_bytes;  // of natural image objects: as wide in bytes
    // Fewer of wide units (f64): what is in flight has to fit into registers.
    const auto texels = static_cast<int>(unit_bytes / 16);
    shape.depth = shape.alone ? 1 : std::max(1, tuning.depth / std::clamp(texels, 1, tuning.depth));
    if (needs.stores && needs.lookups == 0) shape.depth = tuning.depth;
    if (unit && !shape.alone) shape.depth = std::max(1, tuning.depth / static_cast<int>(unit->texels));
    if (shape.apart && !needs.stores) {
        const bool counts_bytes = needs.word_steps > 0 && all_formats(needs, [](const ImageFormat& f) {
                                      return bytes(f.pixel) == 1;
                                  });
        shape.depth = counts_bytes && fills_groups(needs, device) ? natural_bytes_depth
                                                                  : std::clamp(32 / shape.unit, 8, 16);
    }
    shape.windows = needs.windows;
    if (needs.windows && !shape.alone) {  // all that they read is in registers
        shape.depth = std::min(shape.depth, window(needs).depth);
        if (shape.doubles) shape.depth = std::max(1, shape.depth / 2);
    }
    // A small image is better spread over all compute units.
    const auto items = [&] {
        return shape.columns * ceil_div(needs.domain.height, static_cast<std::size_t>(shape.depth));
    };
    if (!shape.alone && needs.stores && !needs.reduces)
        while (shape.depth > 1 && items() * needs.domain.layers < device.compute_units * shape.local)
            shape.depth = once ? 1 : shape.depth / 2;  // each depth is a text of its own
    shape.tile_width =
        shape.alone ? std::min(most, shape.columns) : side_by_side(shape.columns, shape.local, most);
    if (shape.alone && needs.word_steps > 0) {  // lanes that count words are put away once a tile
        const std::size_t steps = ceil_div(unit_bytes, row_bytes);
        shape.tile_width = std::clamp<std::size_t>(needs.word_steps / steps, 1, shape.tile_width);
    }
    shape.tiles = shape.across() * ceil_div(needs.domain.height, shape.tile_height());
}

void choose_groups(PassShape& shape, const PassNeeds& needs, const DeviceFacts& device,
                   const Tuning& tuning) {
    shape.layers = needs.domain.layers;
    const std::size_t units = std::max<std::size_t>(1, device.compute_units / shape.layers);
    std::size_t groups =
        tuning.groups == 0 ? shape.tiles : device.compute_units * tuning.groups / shape.layers;
    const bool only_reduces = !shape.alone && !needs.stores;
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

PassShape place_units(const PassNeeds& needs, const DeviceFacts& device, const PlanOptions& options,
                      const std::optional<UnitThatReads>& unit) {
    PassShape shape;
    choose_unit(shape, needs, device, options, unit);
    choose_group(shape, needs, device, options);
    const Tuning& tuning = tuning_for(needs, shape.alone, device);
    choose_tiles(shape, needs, device, tuning, unit, options.few_frames());
    choose_groups(shape, needs, device, tuning);
    shape.reason = shape.alone ? cat("CPU: vectors of ", shape.width(), " lanes, one work-item per run")
                               : cat(shape.local, " work-items side by side in tiles ", shape.tile_width,
                                     " units wide, ", shape.depth, " units of each in flight");
    return shape;
}

}  // namespace sluice
