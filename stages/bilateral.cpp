#include "stages/shared/window.hpp"

#include <numbers>

namespace sluice::stages {
namespace {

struct Bilateral {
    std::size_t radius = 3;
    double sigma_space = 2, sigma_color = 0.1;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
};

void expand(const Bilateral& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const auto radius = static_cast<std::int64_t>(p.radius);
    Window window;  // what each weighs is 2^weight
    for (std::int64_t y = -radius; y <= radius; ++y)
        for (std::int64_t x = -radius; x <= radius; ++x) {
            const auto square = static_cast<double>(x * x + y * y);
            if (0 < square && x * x + y * y <= radius * radius)
                window.add(x, y, -0.5 * square / (p.sigma_space * p.sigma_space) * std::numbers::log2e);
        }
    e.output(walked(e, "bilateral_mean", "mean", window, image,
                    {{"sigma_color", p.sigma_color},
                     {"edge", value_of(p.edge)},
                     {"color", lanes_of(p.color, e.format(image))}}));
}

}  // namespace

StageDef bilateral() {
    return composition<Bilateral>("bilateral",
                                  "Smooths an image and keeps its edges, as cv::bilateralFilter: averages "
                                  "the pixels of a disc, weighted by distance and by similarity of colour.")
        .also({{"bilateralFilter", ""}, {"smooth", ""}, {"surface-blur", ""}})
        .image_in("src", "The image.")
        .image_out("dst",
                   "The result, with the alpha of the image. Colours that are not finite stay as they are.")
        .param("radius", &Bilateral::radius, "Radius of the disc. OpenCV's d is 2 * radius + 1.",
               range(0, 30), unit("px"))
        .param("sigma_space", &Bilateral::sigma_space, "Standard deviation of the weights by distance.",
               range(0.1, 1000), unit("px"),
               live_while("the weights are not part of the kernel (on GPUs they are)"))
        .param("sigma_color", &Bilateral::sigma_color,
               "Standard deviation of the weights by similarity, measured as the sum of the differences of "
               "all colours. 0.1 is OpenCV's 25.5 for 8 bits.",
               range(0.001, 100), of_white, live)
        .param("edge", &Bilateral::edge, std::string(edge_doc) + " OpenCV's default border is mirror.")
        .param("color", &Bilateral::color, color_doc, count(1, 4), keyword("none"),
               only_for("edge", {"constant"}))
        .refuse([](const Bilateral& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
