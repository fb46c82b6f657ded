#include "stages/shared/levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::stages {
namespace {

struct ClaheLut {
    double clip_limit = 40;
    double white = 255;
    bool partial = false;
};

// Levels that an image has: up to white.
double used(const ClaheLut& p, const StageInputs& inputs) {
    return std::min(static_cast<double>(levels_of(inputs)), p.white + 1);
}

double tile_area(const StageInputs& inputs) {
    const Tiles& tiles = inputs.table().tiles.value();
    return static_cast<double>(tiles.area.width * tiles.area.height / tiles.count());
}

// How many pixels of a level count: so many times its share of a tile whose levels were all as frequent.
double limit(double clip_limit, double area, double levels) {
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    return clip_limit == 0 ? most : std::clamp(std::floor(clip_limit * area / levels), 1.0, most);
}

}  // namespace

// A part of normalize.
StageDef clahe_lut() {
    return table_stage<ClaheLut>(
               "clahe_lut", "Computes a contrast-limited equalization table from the histogram of a tile.")
        .internal()
        .table_in("counts", "The histogram of each tile; tiles have equal sizes.", {"histogram"})
        .table_out("lut", "The lookup table: a result for each level.", {"value"})
        .param("clip_limit", &ClaheLut::clip_limit, "Limit of the slope of the table; 0 is no limit.",
               at_least(0))
        .param("white", &ClaheLut::white, "Highest level of the result.")
        .param("partial", &ClaheLut::partial, "Tiles may count fewer pixels than they have.")
        .items(256)
        .warning("no pixel was counted; the image stays as it is")
        .layout([](const ClaheLut&, const StageInputs& inputs) { return lookup_layout(inputs); })
        .function("clahe_lut")
        .constants([](const ClaheLut& p, const StageInputs& inputs) -> std::vector<Constant> {
            return {levels_constant(inputs),
                    {"area", tile_area(inputs)},
                    {"used", used(p, inputs)},
                    {"tiles", static_cast<double>(inputs.table().tiles->count())},
                    {"limit", limit(p.clip_limit, tile_area(inputs), used(p, inputs))}};
        });
}

}  // namespace sluice::stages
