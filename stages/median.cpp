#include "stages/shared/outside.hpp"

namespace sluice::stages {
namespace {

struct Median {
    std::size_t radius = 1;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
};

void expand(const Median& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    if (p.radius == 0) return e.output(image);
    e.output(e.add("middle", "middle",
                   {{"radius", value_of(p.radius)},
                    {"edge", value_of(p.edge)},
                    {"color", lanes_of(p.color, e.format(image))}},
                   {image}));
}

}  // namespace

StageDef median() {
    return composition<Median>(
               "median",
               "Replaces each pixel by the median of a square around it: removes specks and keeps edges.")
        .also({{"medianBlur", "1"}, {"despeckle", "1"}, {"MedianFilter", "1"}, {"medfilt", "1"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, with the alpha of the image. NaN counts as greater than all numbers.")
        .param(
            "radius", &Median::radius,
            "Radius of the square: 1 is 3 x 3 pixels, as cv::medianBlur of 3. 0 leaves the image as it is.",
            range(0, 15), unit("px"))
        .param("edge", &Median::edge, std::string(edge_doc) + " OpenCV uses clamp too.")
        .param("color", &Median::color, color_doc, count(1, 4), keyword("none"),
               only_for("edge", {"constant"}))
        .refuse([](const Median& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
