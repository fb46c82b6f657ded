#include "stages/shared/filter.hpp"
#include "stages/shared/gaussian_weights.hpp"

namespace sluice::stages {
namespace {

struct Gaussian {
    std::vector<double> sigma{1};
    double truncate = 4;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
    Weigh alpha = Weigh::weigh;
};

void expand(const Gaussian& p, Expansion& e) {
    const Expansion::Edge src = e.input().value();
    const Kernel kernel{gaussian_weights(p.sigma.front(), p.truncate),
                        gaussian_weights(p.sigma.back(), p.truncate), p.edge, p.color};
    e.output(convolved(e, src, p.alpha, e.format(src).pixel, kernel));
}

}  // namespace

StageDef gaussian() {
    return composition<Gaussian>("gaussian", "Blurs an image with a Gaussian.")
        .also({{"blur", "2"}, {"GaussianBlur", "2"}, {"gaussblur", "2"}, {"gblur", "2"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .example("2")
        .param("sigma", &Gaussian::sigma,
               "Standard deviation of the blur: one number, or one for x and one for y. 0 leaves an axis as "
               "it is.",
               count(1, 2), range(0, 250), unit("px"), live_while("the kernel keeps its size"))
        .param("truncate", &Gaussian::truncate, "Radius of the kernel, in standard deviations.", range(0, 16))
        .param("edge", &Gaussian::edge, edge_doc)
        .param("color", &Gaussian::color, color_doc, count(1, 4), keyword("none"))
        .param("alpha", &Gaussian::alpha, alpha_doc)
        .refuse([](const Gaussian& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
