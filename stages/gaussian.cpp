#include "stages/shared/filter.hpp"

#include <cmath>
#include <numeric>
#include <vector>

namespace sluice::stages {
namespace {

struct Gaussian {
    std::vector<double> sigma{1};
    double truncate = 4;
    EdgeRule edge = EdgeRule::clamp;
    double value = 0;
    Weigh alpha = Weigh::weigh;
};

// As scipy.ndimage.gaussian_filter has them: exp(-x^2 / 2 sigma^2) up to `truncate` sigma, divided by their
// sum.
std::vector<double> weights(double sigma, double truncate) {
    const auto radius = static_cast<int>(truncate * sigma + 0.5);
    std::vector<double> weights;
    for (int x = -radius; x <= radius; ++x)
        weights.push_back(radius == 0 ? 1 : std::exp(-0.5 / (sigma * sigma) * (static_cast<double>(x) * x)));
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
}

void expand(const Gaussian& p, Expansion& e) {
    const std::vector<double> columns = weights(p.sigma.front(), p.truncate);
    const std::vector<double> rows = weights(p.sigma.back(), p.truncate);
    const Expansion::Edge src = e.input().value();
    const bool weighs = p.alpha == Weigh::weigh && e.format(src).has_alpha();  // what is outside too
    const double color = weighs ? p.value * p.value : p.value;
    const Filter filter = [&](Expansion::Edge image, Pixel pixel) {
        return e.add("convolve", "convolve",
                     {{"columns", columns},
                      {"rows", rows},
                      {"edge", value_of(p.edge)},
                      {"color", std::vector<double>{color, color, color, p.value}},
                      {"pixel", value_of(pixel)}},
                     {image});
    };
    e.output(filtered(e, src, p.alpha, filter));
}

}  // namespace

StageDef gaussian() {
    return composition<Gaussian>("gaussian", "Blurs an image by a Gaussian.")
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .param("sigma", &Gaussian::sigma,
               "The deviation, for x and y or for each; 0 leaves an axis as it is.", count(1, 2),
               range(0, 250), unit("px"))
        .param("truncate", &Gaussian::truncate, "How far it reaches, in deviations.", range(0, 16))
        .param("edge", &Gaussian::edge,
               "What is outside of the image: its nearest pixel, the image mirrored at the middle of its "
               "outermost pixels, the image again, or one value.")
        .param("value", &Gaussian::value, "constant: the code value outside, in every channel.")
        .param("alpha", &Gaussian::alpha, alpha_doc)
        .expand(expand);
}

}  // namespace sluice::stages
