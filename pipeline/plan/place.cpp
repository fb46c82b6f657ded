#include "pipeline/plan/place.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace sluice {
namespace {

constexpr std::size_t row_pixels = 16;  // the largest unit
constexpr std::size_t row_bytes = 64;

std::size_t ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }
std::size_t round_up(std::size_t n, std::size_t to) { return ceil_div(n, to) * to; }

// Why an image object is out of the question, or "".
std::string against_image(const ImageFormat& format, const DeviceFacts& device) {
    if (format.pixel == Pixel::f64) return "image objects hold no f64";
    if (!device.images()) return "the device has no image objects of 4 x 32 bits";
    const std::size_t texels = row_pitch(format) / 16;
    if (texels > device.max_image_width || format.rows() > device.max_image_height)
        return cat("the device's image objects end at ", device.max_image_width, "x", device.max_image_height,
                   " texels");
    return "";
}

}  // namespace

std::size_t row_pitch(const ImageFormat& format) {
    const std::size_t pixel = static_cast<std::size_t>(format.lanes()) * bytes(format.pixel);
    return round_up(round_up(format.width, row_pixels) * pixel, row_bytes);
}

int texel_pixels(const ImageFormat& format) {
    return std::max(1, 16 / (format.lanes() * static_cast<int>(bytes(format.pixel))));
}

Placement place_image(const ImageFormat& format, const DeviceFacts& device, StorageChoice choice) {
    const std::size_t bytes = row_pitch(format) * format.rows();
    if (bytes > device.max_allocation)
        throw Error(Error::Kind::usage, "",
                    cat("an image of ", format.text(), " needs ", bytes, " bytes in one piece; ", device.name,
                        " allows ", device.max_allocation));
    if (choice == StorageChoice::buffer) return {Storage::buffer, "asked for"};
    const std::string against = against_image(format, device);
    if (choice == StorageChoice::image) {
        if (against.empty()) return {Storage::image, "asked for"};
        if (format.pixel == Pixel::f64) return {Storage::buffer, against};
        throw Error(Error::Kind::usage, "storage", cat("an image object was asked for, but ", against));
    }
    if (!against.empty()) return {Storage::buffer, against};
    // Measured: an opaque call per texel makes PoCL's image objects 12 to 20 times slower than buffers;
    // an H200 reads packed texels at 95 % of its memory's rate and writes them faster than buffers.
    if (device.cpu()) return {Storage::buffer, "image objects are software on a CPU"};
    return {Storage::image, "texture hardware reads packed texels at the memory's rate"};
}

namespace {

// What depends on the kind of device, each with the measurement that chose it.
struct Tuning {
    std::size_t local;       // work-items of a group
    std::size_t groups;      // for each compute unit
    std::size_t tile_width;  // units, at most
    int depth;               // units that an item has in flight
};
// H200: a pass that writes has 4 reads in flight and 8 groups of 256 for each compute unit; tiles 4 to 32
// texels wide are alike for image objects, buffers like long rows.
constexpr Tuning gpu{256, 8, 256, 4};
// H200: one that only reduces reaches 98 to 100 % of the read limit with 8 reads in flight and 4 groups, 90 %
// with the above; each group costs time at the end, so that none should have less than 3 tiles, and as many
// go to each compute unit (2560^2: 13.5 us with 264 groups on 132 units, 16.2 with 267, 14.5 with 528, 18.5
// with 1056).
constexpr Tuning gpu_reduce{256, 4, 256, 8};
constexpr std::size_t tiles_of_group = 3;
constexpr std::size_t lut_bytes = 256 * 4;  // of a copy
constexpr std::size_t local_banks = 32;
constexpr std::size_t image_tile_width = 32;
// PoCL: an item that goes along a row alone needs no barrier; 128 units of 64 bytes are half of an L1
// cache, and fewer than 16-bit sums of bytes allow (words.clh).
constexpr Tuning cpu{1, 32, 128, 1};

// Wide tiles read long rows, but must not hang over the right edge by more than a tenth.
std::size_t side_by_side(std::size_t columns, std::size_t local, std::size_t most) {
    std::size_t best = 1;
    for (std::size_t width = 1; width <= most && local % width == 0; width *= 2)
        if (10 * ceil_div(columns, width) * width <= 11 * columns) best = width;
    return best;
}

}  // namespace

PassShape place_pass(const PassNeeds& needs, const DeviceFacts& device, const PlanOptions& options) {
    PassShape shape;
    shape.lanes = 1;
    std::size_t narrowest = row_bytes;  // bytes of a pixel
    for (const ImageFormat& f : needs.formats) {
        shape.lanes = std::max(shape.lanes, f.lanes());
        narrowest = std::min(narrowest, static_cast<std::size_t>(f.lanes()) * bytes(f.pixel));
        // 2^31 does not fit the 24 bits of a float.
        if (f.pixel == Pixel::f64 || f.pixel == Pixel::i32) shape.doubles = true;
        if (shape.doubles && !device.fp64)
            throw Error(Error::Kind::usage, "",
                        cat(name(f.pixel), " needs double precision, which ", device.name, " lacks"));
    }
    // Measured: four lanes at a time reach a GPU's copy rate; PoCL needs 16 lanes (512 bits) in a vector.
    const int wanted = options.pixels_at_once > 0 ? options.pixels_at_once
                       : device.cpu()             ? (shape.doubles ? 8 : 16) / shape.lanes
                                                  : 4 / shape.lanes;
    shape.pixels = std::clamp(wanted, 1, 16 / shape.lanes);
    shape.unit = shape.pixels;
    for (const ImageFormat& f : needs.formats) shape.unit = std::max(shape.unit, texel_pixels(f));
    // A CPU walks row_pixels at a time: the steps of the walk cost as much as one vector's arithmetic.
    if (device.cpu()) shape.unit = static_cast<int>(row_pixels);
    if (device.cpu() && needs.word_steps > 0)  // whole WORDS
        shape.unit = static_cast<int>(std::max(row_pixels, row_bytes / narrowest));

    const std::size_t height = needs.formats.front().height;
    shape.columns = ceil_div(needs.formats.front().width, static_cast<std::size_t>(shape.unit));
    const Tuning& tuning = device.cpu() ? cpu : needs.stores ? gpu : gpu_reduce;
    shape.local = std::min(options.work_group > 0 ? options.work_group : tuning.local, device.max_work_group);
    if (!device.cpu() && needs.lookups * lut_bytes * local_banks + needs.shared <= device.local_bytes)
        shape.lut_copies = local_banks;
    const std::size_t shared = needs.shared + needs.lookups * lut_bytes * shape.lut_copies;
    while (shape.local > 1 && shape.local * needs.scratch + shared > device.local_bytes) shape.local /= 2;
    if (shape.local < 4) shape.local = 1;  // a group has at least an item for each channel
    shape.alone = device.cpu() && shape.local == 1;
    // Fewer of wide units (f64): what is in flight has to fit into registers.
    const auto texels = static_cast<int>(static_cast<std::size_t>(shape.unit) * needs.load_bytes / 16);
    shape.depth = shape.alone                    ? 1
                  : device.cpu() || needs.stores ? gpu.depth
                                                 : tuning.depth / std::clamp(texels, 1, tuning.depth);
    shape.tile_width = shape.alone ? std::min(tuning.tile_width, shape.columns)
                                   : side_by_side(shape.columns, shape.local,
                                                  needs.image_objects ? image_tile_width : gpu.tile_width);
    if (shape.alone && needs.word_steps > 0) {  // lanes that count words are put away once a tile
        const std::size_t steps =
            ceil_div(static_cast<std::size_t>(shape.unit) * needs.load_bytes, row_bytes);
        shape.tile_width = std::clamp<std::size_t>(needs.word_steps / steps, 1, shape.tile_width);
    }
    shape.tiles = shape.across() * ceil_div(height, shape.tile_height());
    shape.layers = needs.formats.front().layers;
    shape.layer_groups =
        std::clamp<std::size_t>(device.compute_units * tuning.groups / shape.layers, 1, shape.tiles);
    if (!device.cpu() && !needs.stores) {
        const std::size_t units = std::max<std::size_t>(1, device.compute_units / shape.layers);
        shape.layer_groups = std::min(
            shape.layer_groups, units * std::max<std::size_t>(2, shape.tiles / (tiles_of_group * units)));
    }
    shape.reason = shape.alone ? cat("CPU: vectors of ", shape.width(), " lanes, one work-item per run")
                               : cat(shape.local, " work-items side by side in tiles ", shape.tile_width,
                                     " units wide, ", shape.depth, " units of each in flight");
    return shape;
}

LookupChoice place_lookup(const LookupNeeds& needs, const DeviceFacts& device) {
    const std::size_t levels = std::size_t{1} << (8 * bytes(needs.src.pixel));
    if (needs.src.pixels() < 2 * levels) return {false, "the image is small"};
    if (needs.transcendental) return {true, "costs more than reading a table"};
    // H200: decoding, rounding and encoding bytes is more work than four lookups of a word.
    if (!device.cpu() && needs.words && bytes(needs.src.pixel) == 1 && bytes(needs.dst.pixel) == 1)
        return {true, "four bytes of a word are looked up at once"};
    return {false, "costs less than reading a table"};
}

// Ways to count, the fastest first; the last one counts everything. Each says why not, or "".
namespace {

std::string against_packed(const ReduceNeeds& needs, const PlanOptions& options) {
    if (!options.packed_reduce) return "packed counting is switched off";
    if (needs.by_lane) return "positions and histograms look at each value";
    if (!needs.loaded) return "its pixels are computed in this pass";
    if (needs.masked) return "a mask chooses its pixels";
    if (needs.reduction.region) return "a region chooses its pixels";
    if (needs.reduction.alpha == AlphaRule::visible && needs.format.has_alpha())
        return "alpha chooses its pixels";
    if (needs.reduction.group == Group::luma && needs.format.colors() == 3) return "luma is computed";
    if (!is_integer(needs.format.pixel)) return "floats";
    return "";
}

struct CountingWay {
    Counting counting;
    std::string (*against)(const ReduceNeeds&, const PlanOptions&);
};
constexpr CountingWay ways[] = {
    {Counting::words,
     [](const ReduceNeeds& needs, const PlanOptions& options) {
         const std::string against = against_packed(needs, options);
         return against.empty() && bytes(needs.format.pixel) > 2 ? std::string("32 bits fill a word")
                                                                 : against;
     }},
    {Counting::integers,
     [](const ReduceNeeds& needs, const PlanOptions& options) {
         const std::string against = against_packed(needs, options);
         if (against.empty() && bytes(needs.format.pixel) != 4) return std::string("not of 32 bits");
         return against.empty() && !needs.only ? std::string("its pass decodes them anyway") : against;
     }},
    {Counting::numbers, [](const ReduceNeeds&, const PlanOptions&) { return std::string(); }},
};

}  // namespace

CountingChoice place_reduce(const ReduceNeeds& needs, const PlanOptions& options) {
    std::string refused;
    for (const CountingWay& way : ways) {
        const std::string against = way.against(needs, options);
        if (against.empty())
            return {way.counting,
                    cat("counts ", name(way.counting), refused.empty() ? "" : ", not ", refused)};
        refused += cat(refused.empty() ? "" : ", nor ", name(way.counting), " (", against, ")");
    }
    throw std::logic_error("no way to count");  // the last way takes everything
}

std::size_t round_channels(std::size_t channel_bytes, std::size_t channels, const DeviceFacts& device) {
    // H200: RGBA8 of 2560 x 2560 takes 13.9 us with all four at once, 14.9 one by one. Half of the memory,
    // because two groups on a compute unit are worth more.
    return 2 * gpu_reduce.local * channel_bytes * channels <= device.local_bytes ? channels : 1;
}

FinishChoice place_finish(const DeviceFacts& device, const PlanOptions& options) {
    if (options.finish != FinishBy::automatic)
        return {options.finish == FinishBy::last_group, "finished as asked for"};
    // H200: a launch costs 3.7 us, which is a third of the whole for 2560 x 2560.
    if (device.cpu()) return {false, "finished by a second kernel: launches are cheap here"};
    if (!device.inline_ptx) return {false, "finished by a second kernel: groups have no fence between them"};
    return {true, "finished by the last group: a launch costs more"};
}

}  // namespace sluice
