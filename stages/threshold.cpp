#include "stages/shared/boxes.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>

namespace sluice::stages {
namespace {

struct Threshold {
    double value = 0.5;
    std::string method = "fixed";
    std::int64_t radius = 5;
    double offset = 0;

    bool is_local() const { return method == "mean" || method == "gaussian"; }
};

// What OpenCV's getGaussianKernel gives for this many taps and no sigma.
std::vector<double> gaussian_of(std::int64_t radius) {
    const std::vector<std::vector<double>> tables{
        {1}, {2, 1}, {6, 4, 1}, {72, 56, 28, 8}, {60, 51, 30, 13, 4}};
    const double sigma = 0.15 * static_cast<double>(2 * radius + 1) + 0.35;
    std::vector<double> weights;
    for (std::int64_t i = -radius; i <= radius; ++i) {
        const auto far = static_cast<std::size_t>(std::abs(i));
        const double x = static_cast<double>(i) / sigma;
        weights.push_back(radius < 5 ? tables[static_cast<std::size_t>(radius)][far] : std::exp(-x * x / 2));
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
}

// Rounded where the image is, as OpenCV does it: so what is as bright as all around it is black for sure.
Expansion::Edge around(const Threshold& p, Expansion& e, Expansion::Edge image) {
    const Pixel pixel = e.format(image).pixel;
    const auto side = static_cast<std::size_t>(2 * p.radius + 1);
    if (p.method == "mean") return Means{side, side}.of(e, image, Weigh::weigh, pixel);
    const std::vector<double> weights = gaussian_of(p.radius);
    return convolved(e, image, Weigh::weigh, pixel, {weights, weights});
}

void expand(const Threshold& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const double white = src.white_value();
    if (p.is_local())
        return e.output(
            e.add("cut", "cut", {{"offset", p.offset * white}}, {image, std::nullopt, around(p, e, image)}));
    if (p.method == "fixed") return e.output(e.add("cut", "cut", {{"level", p.value * white}}, {image}));
    const auto counts = e.add("digits", "counts",
                              {{"group", value_of(Group::channel)},
                               {"alpha", value_of(AlphaRule::visible)},
                               {"bits", static_cast<std::int64_t>(8 * bytes(src.pixel))}},
                              {image});
    const auto level = e.add("cut_level", "level", {{"method", p.method}}, {counts});
    e.output(e.add("cut", "cut", {}, {image, level}));
}

std::string refuse(const Threshold& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (p.method == "fixed" || p.is_local() || src.pixel == Pixel::u8 || src.pixel == Pixel::u16) return "";
    return "method=" + p.method + " needs the levels of u8 or u16, not " + src.text() +
           "; put convert pixel=u16 before it";
}

}  // namespace

StageDef threshold() {
    const only_for fixed("method", {"fixed"}), local("method", {"mean", "gaussian"});
    return composition<Threshold>("threshold",
                                  "Makes each channel white above a level and black otherwise, as OpenCV's "
                                  "threshold and adaptiveThreshold with THRESH_BINARY.")
        .also({{"binarize", "50%"},
               {"binary", "50%"},
               {"auto-threshold", "method=otsu"},
               {"otsu", "method=otsu"},
               {"adaptiveThreshold", "method=mean"},
               {"lat", "method=mean"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .param("value", &Threshold::value, "Level, for method=fixed.", range(0, 1), of_white, fixed, live)
        .param("method", &Threshold::method,
               "How the level is found. fixed: it is `value`. otsu, triangle: one level for each channel, "
               "from its histogram. mean, gaussian: one level for each pixel, the plain or Gaussian mean of "
               "a square around it; the Gaussian has a standard deviation of 0.3 * radius + 0.5.",
               choices{"fixed", "otsu", "triangle", "mean", "gaussian"})
        .param("radius", &Threshold::radius, "Radius of the square. OpenCV's blockSize is 2 * radius + 1.",
               range(1, 250), unit("px"), local)
        .param("offset", &Threshold::offset, "Distance of the level below the mean: OpenCV's C.",
               range(-1, 1), of_white, local, live)
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
