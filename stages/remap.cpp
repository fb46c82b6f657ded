#include "stages/shared/sampled.hpp"

namespace sluice::stages {
namespace {

struct Remap {
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
    Weigh alpha = Weigh::weigh;
};

std::string against(const Remap& p, const StageInputs& inputs) {
    const ImageFormat &src = inputs.image(), &map = inputs.image(1);
    if (map.colors() < 2)
        return "its map is " + map.text() + "; it needs one channel for columns and one for rows";
    if (map.layers != src.layers)
        return "its image has " + std::to_string(src.layers) + " layers, but its map " +
               std::to_string(map.layers);
    return wrong_color(p.color, src);
}

void expand(const Remap& p, Expansion& e) {
    e.output(sampled(e, {p.filter, p.edge, p.color, p.alpha}, "remapped", {}, {e.input(1)}));
}

}  // namespace

StageDef remap() {
    return composition<Remap>("remap",
                              "Moves pixels: each pixel is taken from the position that a map gives.")
        .also({{"mapim", ""}, {"displace", ""}})
        .image_in("src", "The image.")
        .image_in("map",
                  "Map with the column and the row that each pixel comes from, as in cv::remap: the first "
                  "two channels of a floating-point image, such as red and green of a PFM. The middle of the "
                  "first pixel is 0, 0. NaN counts as far to the left, or far above.")
        .image_out("dst", "The result, in the size of the map and the pixel type of the image.")
        .param("filter", &Remap::filter, sampling_doc)
        .param("edge", &Remap::edge, edge_doc)
        .param("color", &Remap::color, color_doc, keyword("none"), only_for("edge", {"constant"}))
        .param("alpha", &Remap::alpha, alpha_doc)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
