#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sluice::stages {
namespace {

struct Reduce {
    std::vector<std::string> quantities{"count", "min", "max", "mean", "std"};
    Group group = Group::channel;
    AlphaRule alpha = AlphaRule::visible;
    std::optional<Rect> region;
    std::optional<Grid> tiles;
    int bins = 256;
    std::optional<CodeValues> range;

    std::array<double, 2> covered(const ImageFormat& src) const {
        const std::vector<double> ends = range->in(src.white_value());
        return {ends[0], ends[1]};
    }
};

bool asks(const Reduce& p, const std::string& quantity) {
    return std::find(p.quantities.begin(), p.quantities.end(), quantity) != p.quantities.end();
}

std::string range_fault(const Reduce& p, const ImageFormat& src) {
    const auto [low, high] = p.covered(src);
    if (low >= high) return "range must have its lower end first";
    if (!is_integer(src.pixel) || (p.group == Group::luma && src.colors() > 1)) return "";
    const double far = bytes(src.pixel) > 2 ? 1e12 : 8388608;  // so that a distance from an end is exact
    const auto is_level = [&](double end) { return end == std::floor(end) && std::fabs(end) <= far; };
    if (is_level(low) && is_level(high)) return "";
    return "range of " + std::string(name(src.pixel)) + " must be two integers, up to " + number_text(far) +
           " from 0, not " + sluice::text(p.range->written());
}

std::string refuse(const Reduce& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (const std::string fault = p.group == Group::luma ? luma_fault(src) : ""; !fault.empty()) return fault;
    if (const std::string fault = p.range ? range_fault(p, src) : ""; !fault.empty()) return fault;
    const bool places = asks(p, "min_at") || asks(p, "max_at");
    if (places && src.width * src.height > std::numeric_limits<std::int32_t>::max())
        return "positions can be found in images of up to 2147483647 pixels, not in " + src.text();
    if (asks(p, "histogram") && src.width * src.height > std::numeric_limits<std::uint32_t>::max())
        return "histograms can be counted for images of up to 4294967295 pixels, not for " + src.text();
    const std::size_t width = p.region ? p.region->width : src.width;
    const std::size_t height = p.region ? p.region->height : src.height;
    if (p.tiles && (p.tiles->across > width || p.tiles->down > height))
        return "tiles: each needs at least one pixel, but there are " + std::to_string(width) + " x " +
               std::to_string(height) + " for " + std::to_string(p.tiles->across) + " x " +
               std::to_string(p.tiles->down);
    return "";
}

Reduction reduction(const Reduce& p, const StageInputs& inputs) {
    Reduction reduction;
    reduction.group = p.group;
    reduction.alpha = p.alpha;
    reduction.region = p.region;
    reduction.grid = p.tiles;
    if (asks(p, "histogram")) reduction.bins = static_cast<std::size_t>(p.bins);
    if (p.range) reduction.range = p.covered(inputs.image());
    return reduction;
}

}  // namespace

StageDef reduce() {
    return reduce_stage<Reduce>("reduce", "Measures statistics of an image, on the device, in one pass.")
        .also({{"stats", ""},
               {"statistics", ""},
               {"histogram", "histogram"},
               {"calcHist", "histogram"},
               {"measure", ""},
               {"minMaxLoc", "quantities=min,max,min_at,max_at"},
               {"identify", ""}})
        .image_in(
            "mask",
            "Only pixels whose mask is not 0 are counted. The mask has one channel for all, or one for each.",
            true)
        .table_out(
            "stats",
            "Table with a row for each layer, or for each tile of each layer, and a value for each channel.",
            {"count", "min", "max", "sum", "sum_sq", "nonzero", "nan", "inf", "min_at", "max_at",
             "histogram"})
        .param("quantities", &Reduce::quantities,
               "Statistics that the caller sees. mean, variance and std are given as the sums that they "
               "follow from. min_at and max_at: position of the first minimum and maximum, y * width + x. "
               "Other stages get what they need in any case.",
               choices{"count", "min", "max", "sum", "sum_sq", "mean", "variance", "std", "nonzero", "nan",
                       "inf", "min_at", "max_at", "histogram"})
        .param("group", &Reduce::group,
               "Channels that are measured together: each by itself (channel), all together (joint), or the "
               "luma of the colours.")
        .param("alpha", &Reduce::alpha,
               "How transparency is treated. visible: alpha is not measured, and pixels with alpha 0 are not "
               "counted. exclude: alpha is not measured, and these pixels are counted. include: alpha is a "
               "channel. report: alpha is a channel of its own beside the colours.")
        .param("region", &Reduce::region, "Rectangle to measure: x, y, width, height.", keyword("all"))
        .param("tiles", &Reduce::tiles,
               "Number of tiles across and down. Each tile of the image or of the region has its own row, "
               "from left to right, then down, layer by layer. Tile i of n begins at pixel i * width / n, "
               "rounded down.",
               keyword("none"))
        .param("bins", &Reduce::bins, "Number of histogram bins. 256 bins are the levels of u8.",
               range(1, 65536))
        .param("range", &Reduce::range, "Range of the histogram: lowest and highest value.", count(2, 2),
               keyword("type"))
        .refuse(refuse)
        .observed(&Reduce::quantities)
        .reduction(reduction);
}

}  // namespace sluice::stages
