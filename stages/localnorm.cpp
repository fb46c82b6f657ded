#include "stages/shared/boxes.hpp"

namespace sluice::stages {
namespace {

struct LocalNorm {
    std::size_t radius = 15;
    double strength = 0.2;
    EdgeRule edge = EdgeRule::clamp;

    Boxes boxes() const { return {radius, edge}; }
};

void expand(const LocalNorm& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const Expansion::Edge values = e.add("centred", "centred", {}, {image});
    const MaybeWhole whole = whole_centred(e.format(image));
    const Expansion::Edge sum = p.boxes().sums(e, "sum", values, whole);
    const Expansion::Edge squares =
        p.boxes().sums(e, "squares", product(e, "squared", values, values), whole_square(whole));
    e.output(e.add("local_contrast", "contrast", {{"strength", p.strength}, {"count", p.boxes().count()}},
                   {image, sum, squares}));
}

}  // namespace

StageDef localnorm() {
    return composition<LocalNorm>("localnorm",
                                  "Evens out brightness and contrast across an image: around each pixel, the "
                                  "mean becomes half of white and the standard deviation becomes `strength`.")
        .also({{"local_contrast", ""}, {"local-normalize", ""}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image and with its alpha.")
        .param("radius", &LocalNorm::radius, "Radius of the square around a pixel.", range(1, 250),
               unit("px"))
        .param("strength", &LocalNorm::strength,
               "Standard deviation of the result. Where the original one is below 0.001 of white, the result "
               "is weaker, so that flat areas stay flat.",
               range(0, 10), of_white, live)
        .param("edge", &LocalNorm::edge, edge_doc, choices{"clamp", "mirror", "wrap"})
        .expand(expand);
}

}  // namespace sluice::stages
