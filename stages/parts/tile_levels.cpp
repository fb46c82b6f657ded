#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct TileLevels {
    Grid tiles;
    Group group = Group::luma;
    AlphaRule alpha = AlphaRule::exclude;
};

// How far tiles reach out of an image to the right and below, so that they are equally large. Where one axis
// needs it the other one has it too, a pixel for each tile if it is divisible: as OpenCV does.
struct Padding {
    std::size_t right = 0, below = 0;
};
Padding padding(const Grid& tiles, const ImageFormat& src) {
    const std::size_t x = src.width % tiles.across, y = src.height % tiles.down;
    return x == 0 && y == 0 ? Padding{} : Padding{tiles.across - x, tiles.down - y};
}

std::string refuse(const TileLevels& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const auto [right, below] = padding(p.tiles, src);
    if (right < src.width && below < src.height) return "";  // reflected once, the image reaches so far
    return src.text() + " is too small to be reflected by " + std::to_string(right) + " x " +
           std::to_string(below) + " pixels, as " + std::to_string(p.tiles.across) + " x " +
           std::to_string(p.tiles.down) + " tiles want it; tiles=1,1 does for every size";
}

void expand(const TileLevels& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const auto [right, below] = padding(p.tiles, src);
    const auto count = [&](const std::string& name, const Rect& area, const Rect& part) {
        return e.add("digits", name,
                     {{"bits", static_cast<std::int64_t>(8 * bytes(src.pixel))},
                      {"whole_luma", p.group == Group::luma && src.colors() == 3},
                      {"group", value_of(p.group)},
                      {"alpha", value_of(p.alpha)},
                      {"tiles", value_of(p.tiles)},
                      {"area", value_of(area)},
                      {"region", value_of(part)}},
                     {image});
    };
    const std::size_t width = src.width + right, height = src.height + below;
    const Expansion::Edge own = count("own", {0, 0, width, height}, {0, 0, src.width, src.height});
    if (right == 0) return e.output(own);
    // Column x of the reflection to the right is column 2 (src.width - 1) - x of the image.
    const std::size_t x = src.width - 1 - right, y = src.height - 1 - below;
    e.output(e.add("reflected_counts", "counts", {},
                   {own, count("right", {x, 0, width, height}, {x, 0, right, src.height}),
                    count("below", {0, y, width, height}, {0, y, src.width, below}),
                    count("corner", {x, y, width, height}, {x, y, right, below})}));
}

}  // namespace

// A part of normalize.
StageDef tile_levels() {
    return composition<TileLevels>("tile_levels", "Makes histograms of tiles of equal size.")
        .internal()
        .image_in("src", "The image, of 8 or 16 bit.")
        .table_out("counts", "A row for each tile.", {"histogram"})
        .param("tiles", &TileLevels::tiles,
               "Number of tiles across and down. If a side cannot be divided evenly, the image is reflected "
               "beyond its right and its lower edge.")
        .param("group", &TileLevels::group,
               "Whether each channel is counted, all channels together, or the luma.")
        .param("alpha", &TileLevels::alpha, "How alpha is treated.")
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
