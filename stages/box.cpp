#include "stages/shared/boxes.hpp"

namespace sluice::stages {
namespace {

struct Box {
    std::vector<double> radius{1};
    EdgeRule edge = EdgeRule::clamp;
    Color color;
    Weigh alpha = Weigh::weigh;
};

std::size_t side(double radius) { return 2 * static_cast<std::size_t>(radius) + 1; }

void expand(const Box& p, Expansion& e) {
    const Expansion::Edge src = e.input().value();
    const Means means{side(p.radius.front()), side(p.radius.back()), p.edge, p.color};
    e.output(means.of(e, src, p.alpha, e.format(src).pixel));
}

}  // namespace

StageDef box() {
    return composition<Box>("box", "Replaces each pixel by the mean of a rectangle around it (box blur).")
        .also({{"boxblur", "2"}, {"mean", "2"}, {"average", "2"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .example("2")
        .param("radius", &Box::radius,
               "Radius of the rectangle: one number, or one for x and one for y. 1 is 3 x 3 pixels.",
               count(1, 2), whole, range(0, 250), unit("px"))
        .param("edge", &Box::edge, edge_doc)
        .param("color", &Box::color, color_doc, count(1, 4), keyword("none"))
        .param("alpha", &Box::alpha, alpha_doc)
        .refuse([](const Box& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
