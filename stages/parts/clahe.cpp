#include "pipeline/graph/stage_builder.hpp"

#include <cstdint>
#include <limits>

namespace sluice::stages {
namespace {

struct Clahe {
    bool alpha = false;
    bool luma = false;
};

std::string refuse(const Clahe&, const StageInputs& inputs) {
    const TableLayout& lut = inputs.table(1);
    const std::size_t values = lut.rows * lut.channels.size() * lut.fields.at(0).count;
    if (values <= std::numeric_limits<std::int32_t>::max()) return "";
    return "its tiles have " + std::to_string(values) +
           " levels in all; up to 2147483647 are looked up: fewer tiles would be enough";
}

}  // namespace

// A part of normalize. The first tile begins at the first pixel; tiles may reach out of the image.
StageDef clahe() {
    return point<Clahe>("clahe",
                        "Replaces each value by interpolating the lookup tables of the tiles around it.")
        .internal()
        .by_tiles()
        .table_in("lut", "The lookup table of each tile, for each channel or for all.", {"value"})
        .param("alpha", &Clahe::alpha, "Look up alpha like a colour.")
        .param("luma", &Clahe::luma,
               "Look up the luma, rounded to an integer, and change all colours with it.")
        .refuse(refuse)
        .alpha([](const Clahe& p) { return p.alpha ? AlphaLane::apply : AlphaLane::keep; })
        .function([](const Clahe& p, const StageInputs&) {
            return KernelFunction{"clahe", p.luma ? "clahe_luma" : "clahe"};
        })
        .constants([](const Clahe&, const StageInputs& inputs) -> std::vector<Constant> {
            const TableLayout& lut = inputs.table(1);
            const Tiles& tiles = lut.tiles.value();
            const auto inverse = [](std::size_t size, std::size_t count) {
                return 1 / static_cast<double>(size / count);
            };
            return {{"channels", static_cast<double>(lut.channels.size())},
                    {"levels", static_cast<double>(lut.fields.at(0).count)},
                    {"across", static_cast<double>(tiles.across)},
                    {"down", static_cast<double>(tiles.down)},
                    {"per_column", inverse(tiles.area.width, tiles.across)},
                    {"per_row", inverse(tiles.area.height, tiles.down)}};
        });
}

}  // namespace sluice::stages
