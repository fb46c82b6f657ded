#include "pipeline/plan/schedule/place.hpp"

#include "pipeline/core/normalized_texel.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace sluice {
namespace {

bool has_texel(const DeviceFacts& device, std::string_view texel) {
    const std::vector<std::string>& all = device.natural_texels;
    return device.max_image_width > 0 && std::find(all.begin(), all.end(), texel) != all.end();
}

// Why an image object of this storage and of so many rows is out of the question, or "".
std::string against_image(const ImageFormat& format, std::size_t rows, const DeviceFacts& device,
                          std::string_view texel) {
    if (format.pixel == Pixel::f64) return "image objects cannot hold f64";
    const bool natural = texel != packed_texel;
    if (natural && !has_texel(device, texel)) return cat("the device does not read and write ", texel);
    if (!natural && !device.images()) return "the device has no image objects of 4 x 32 bits";
    const std::size_t texels = natural ? format.width : row_pitch(format, Storage::image) / 16;
    if (texels > device.max_image_width || rows > device.max_image_height)
        return cat("the device's image objects are at most ", device.max_image_width, "x",
                   device.max_image_height, " texels");
    return "";
}

}  // namespace

std::size_t row_pitch(const ImageFormat& format, Storage storage) {
    switch (storage) {
        case Storage::natural: return format.width * format.lane_bytes();
        case Storage::rows: return format.host_bytes() / format.rows();
        case Storage::image:
        case Storage::buffer: break;
    }
    return format.device_pitch();
}

std::size_t words_n(const DeviceFacts& device) { return device.cpu() ? 16 : 2; }

std::size_t most_text_numbers(const DeviceFacts& device) { return device.cpu() ? 96 : 256; }

int texel_pixels(const ImageFormat& format) {
    return std::max(1, 16 / (format.lanes() * static_cast<int>(bytes(format.pixel))));
}

bool waits_for_texels(const ImageFormat& format, int pixels) { return pixels % texel_pixels(format) != 0; }

Placement place_image(const ImageFormat& format, std::size_t rows, const DeviceFacts& device,
                      StorageChoice choice, bool of_gather, bool of_application) {
    if (choice == StorageChoice::rows) return {Storage::rows, "asked for"};
    if (choice == StorageChoice::planes) return {Storage::rows, "asked for, in planes", format.channels > 1};
    if (choice == StorageChoice::automatic && device.cpu() && of_application)
        return {Storage::rows, "an image of the application is used in place"};
    if (choice == StorageChoice::buffer) return {Storage::buffer, "asked for"};
    const bool normalized = choice == StorageChoice::normalized && !normalized_texel(format).empty();
    const bool natural =
        normalized || ((choice == StorageChoice::natural || choice == StorageChoice::normalized) &&
                       format.pixel != Pixel::f64);
    const std::string_view texel = normalized ? normalized_texel(format)
                                   : natural  ? natural_texel(format)
                                              : packed_texel;
    const std::string against = against_image(format, rows, device, texel);
    if (choice != StorageChoice::automatic) {
        if (against.empty() && normalized)
            return {Storage::natural, "asked for, in normalized numbers", false, true};
        if (against.empty()) return {natural ? Storage::natural : Storage::image, "asked for"};
        if (format.pixel == Pixel::f64) return {Storage::buffer, against};
        throw Error(
            Error::Kind::usage, "storage",
            cat(format.text(), " cannot be stored in ", natural ? "a natural" : "an",
                " image object: ", against, "; ask for ",
                natural && against_image(format, rows, device, packed_texel).empty() ? "image or " : "",
                "buffer"));
    }
    if (!against.empty()) return {Storage::buffer, against};
    // Each texel is an opaque call there.
    if (device.cpu()) return {Storage::buffer, "image objects are software on a CPU"};
    // Windows would read a texel for each of its pixels.
    if (of_gather) return {Storage::buffer, "a pass reads neighbouring pixels to use it or to make it"};
    return {Storage::image, "texture hardware reads packed texels at the memory's rate"};
}

// Ways to count, the fastest first; the last one counts everything. Each says why not, or "".
namespace {

std::string against_packed(const ReduceNeeds& needs, const PlanOptions& options) {
    if (!options.packed_reduce) return "packed counting is switched off";
    if (needs.by_lane) return "positions and histograms look at each value";
    if (!needs.in_units) return "its pixels are computed in this pass";
    if (needs.masked) return "a mask chooses its pixels";
    if (needs.reduction.region) return "a region chooses its pixels";
    const bool words = bytes(needs.format.pixel) <= 2;  // they hide pixels, but do not count the others
    if (needs.reduction.alpha == AlphaRule::visible && needs.format.has_alpha() && !(words && needs.extremes))
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
         if (!against.empty()) return against;
         if (bytes(needs.format.pixel) > 2) return std::string("32 bits fill a word");
         return needs.aligned ? std::string() : std::string("its pass has wider pixels in shorter rows");
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
    // Half of the memory, because two groups on a compute unit are worth more.
    constexpr std::size_t items = 256;  // of a group
    return 2 * items * channel_bytes * channels <= device.local_bytes ? channels : 1;
}

FinishChoice place_finish(const DeviceFacts& device, const PlanOptions& options) {
    if (options.finish != FinishBy::automatic)
        return {options.finish == FinishBy::last_group, "finished as asked for"};
    if (device.cpu()) return {false, "finished by a second kernel: launches are cheap here"};
    if (!device.inline_ptx) return {false, "finished by a second kernel: groups have no fence between them"};
    return {true, "finished by the last group: a launch costs more"};
}

}  // namespace sluice
