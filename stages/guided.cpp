#include "stages/shared/boxes.hpp"

namespace sluice::stages {
namespace {

struct Guided {
    std::size_t radius = 4;
    double epsilon = 0.01;
    EdgeRule edge = EdgeRule::clamp;
};

void expand(const Guided& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const Boxes boxes{p.radius, p.edge};
    const Values count{{"count", boxes.count()}};
    const Expansion::Edge values = e.add("centred", "centred", {}, {image});
    const MaybeWhole whole = whole_centred(e.format(image));
    const Expansion::Edge sum = boxes.sums(e, "sum", values, whole);
    Expansion::Edge guide = values, guide_sum = sum;
    Expansion::Edge products, squares;
    if (const auto other = e.input(1)) {
        guide = e.add("centred", "guide", {}, {other});
        const MaybeWhole guide_whole = whole_centred(e.format(other.value()));
        guide_sum = boxes.sums(e, "guide_sum", guide, guide_whole);
        squares =
            boxes.sums(e, "squares", product(e, "guide_squared", guide, guide), whole_square(guide_whole));
        products =
            boxes.sums(e, "products", product(e, "times", values, guide), whole_product(whole, guide_whole));
    } else {
        products = squares =
            boxes.sums(e, "squares", product(e, "squared", values, values), whole_square(whole));
    }
    const Expansion::Edge slope =
        e.add("guided_slope", "slope", {{"epsilon", p.epsilon}, {"count", boxes.count()}},
              {products, sum, guide_sum, squares});
    const Expansion::Edge base = e.add("guided_base", "base", count, {slope, sum, guide_sum});
    e.output(e.add("guided_line", "line", count,
                   {image, guide, boxes.sums(e, "slopes", slope), boxes.sums(e, "bases", base)}));
}

std::string against(const Guided&, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const auto& guide = inputs.images.at(1);
    if (!guide) return "";
    if (guide->width != src.width || guide->height != src.height || guide->layers != src.layers)
        return "its guide is " + guide->text() + ", and its image " + src.text() +
               "; they must have the same size";
    if (guide->colors() != 1 && guide->colors() != src.colors())
        return "its guide is " + guide->text() + "; it must be grey, or have as many colours as " +
               src.text();
    return "";
}

}  // namespace

StageDef guided() {
    return composition<Guided>("guided",
                               "Smooths an image except at the edges of its guide: the guided filter of He, "
                               "Sun and Tang. Each colour is guided by that of the guide.")
        .also({{"guidedFilter", ""}})
        .image_in("src", "The image.")
        .image_in("guide",
                  "Guide of the same size, grey or with as many colours. Without it, the image is its own "
                  "guide and its edges stay.",
                  true)
        .image_out("dst", "The result, in the pixel type of the image and with its alpha.")
        .param("radius", &Guided::radius, "Radius of the square neighbourhood.", range(1, 250), unit("px"))
        .param("epsilon", &Guided::epsilon,
               "Edge threshold: the image is smoothed where the variance of the guide, as a fraction of "
               "white squared, is less than this.",
               range(1e-6, 100), live)
        .param("edge", &Guided::edge, edge_doc, choices{"clamp", "mirror", "wrap"})
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
