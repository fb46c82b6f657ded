#include "stages/shared/outside.hpp"

namespace sluice::stages {
namespace {

struct NlMeans {
    double strength = 0.04;
    int patch = 7, search = 21;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
};

void expand(const NlMeans& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    e.output(e.add("patch_mean", "mean",
                   {{"strength", p.strength},
                    {"patch", value_of(p.patch / 2)},
                    {"search", value_of(p.search / 2)},
                    {"edge", value_of(p.edge)},
                    {"color", lanes_of(p.color, e.format(image))}},
                   {image}));
}

std::string wrong(const NlMeans& p) {
    if (p.patch % 2 == 1 && p.search % 2 == 1) return "";
    return "patch and search must be odd, for a square around a pixel";
}

}  // namespace

StageDef nlmeans() {
    return composition<NlMeans>("nlmeans",
                                "Removes noise by non-local means, as cv::fastNlMeansDenoising: averages "
                                "pixels whose surroundings look alike.")
        .also({{"denoise", ""}, {"fastNlMeansDenoising", ""}, {"denoise_nl_means", ""}})
        .image_in("src", "The image.")
        .image_out("dst",
                   "The result, with the alpha of the image. Colours that are not finite stay as they are.")
        .param("strength", &NlMeans::strength,
               "Strength: how different surroundings may be. Higher values remove more noise, and more "
               "detail. 0.04 is OpenCV's h = 10 for 8 bits.",
               range(0.001, 10), of_white, live)
        .param("patch", &NlMeans::patch, "Side of the square that is compared, in pixels.", range(1, 21))
        .param("search", &NlMeans::search,
               "Side of the square that is searched, in pixels. The time grows with its square.",
               range(1, 51))
        .param("edge", &NlMeans::edge, std::string(edge_doc) + " OpenCV's default border is mirror.")
        .param("color", &NlMeans::color, color_doc, count(1, 4), keyword("none"),
               only_for("edge", {"constant"}))
        .check(wrong)
        .refuse([](const NlMeans& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
