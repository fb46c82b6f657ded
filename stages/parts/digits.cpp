#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace sluice::stages {
namespace {

struct Digits {
    Group group = Group::channel;
    AlphaRule alpha = AlphaRule::exclude;
    std::optional<Rect> region, area;
    std::optional<Grid> tiles;
    int shift = 0, bits = 8;
    bool whole_luma = false;
    std::vector<std::string> observed;
};

std::string refuse(const Digits& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const auto channels = static_cast<std::size_t>(p.group == Group::joint ? src.channels : 1);
    if (src.width * src.height * channels > std::numeric_limits<std::uint32_t>::max())
        return "up to 4294967295 values are counted, not those of " + src.text();
    return "";
}

}  // namespace

// A part of normalize: the counts of a digit of each value's key. Where a Table says which keys are looked
// at, bins of its first prefix stand before those of its second.
StageDef digits() {
    return reduce_stage<Digits>("digits", "Makes a histogram of one digit of the values.")
        .internal()
        .image_in("mask", "Only pixels whose mask is not 0 are counted.", true)
        .table_in("refine", "Which values are counted: the prefix of their keys above the digit.", {"prefix"},
                  true)
        .table_out("stats", "The counts.", {"min", "max", "histogram"})
        .param("group", &Digits::group,
               "Whether each channel is counted, all channels together, or the luma.")
        .param("alpha", &Digits::alpha, "How alpha is treated.")
        .param("region", &Digits::region, "x, y, width, height: nothing outside is counted.", keyword("all"))
        .param("tiles", &Digits::tiles, "Number of tiles across and down. Each has a row of the Table.",
               keyword("none"))
        .param("area", &Digits::area,
               "The area that is divided into tiles. Only pixels inside the region are counted.",
               keyword("region"))
        .param("shift", &Digits::shift, "Lowest bit of the digit.", range(0, 63))
        .param("bits", &Digits::bits, "Bits of the digit.", range(1, 16))
        .param("whole_luma", &Digits::whole_luma, "Round the luma of integers to an integer.")
        .param("observed", &Digits::observed, "Statistics that callers see.",
               choices{"min", "max", "histogram"})
        .refuse(refuse)
        .observed(&Digits::observed)
        .reduction([](const Digits& p, const StageInputs& inputs) {
            Reduction reduction;
            reduction.group = p.group;
            reduction.alpha = p.alpha;
            reduction.region = p.region;
            reduction.grid = p.tiles;
            reduction.area = p.area;
            reduction.whole_luma = p.whole_luma;
            const auto& refine = inputs.tables.at(2);
            reduction.digit = {static_cast<std::size_t>(p.shift), static_cast<std::size_t>(p.bits),
                               refine ? refine->find("prefix")->count : 0};
            reduction.bins = (std::size_t{1} << p.bits) * std::max<std::size_t>(1, reduction.digit->prefixes);
            return reduction;
        });
}

}  // namespace sluice::stages
