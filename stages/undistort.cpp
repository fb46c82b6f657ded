#include "stages/shared/sampled.hpp"
#include "stages/shared/size.hpp"

namespace sluice::stages {
namespace {

struct Undistort {
    double fx = 1000;
    std::optional<double> fy, cx, cy;
    std::vector<double> k{0, 0, 0, 0};
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
    Weigh alpha = Weigh::weigh;
};

std::string wrong(const Undistort& p) {
    const std::size_t given = p.k.size();
    if (given == 4 || given == 5 || given == 8) return "";
    return "k has " + std::to_string(given) +
           " numbers; it needs 4 (k1, k2, p1, p2), 5 (with k3) or 8 (with k4, k5, k6)";
}

std::string against(const Undistort& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (std::max(src.width, src.height) > largest_side)
        return "accepts images of up to " + std::to_string(largest_side) + " pixels per side; this one is " +
               src.text();
    return wrong_color(p.color, src);
}

void expand(const Undistort& p, Expansion& e) {
    const ImageFormat src = e.format(e.input().value());
    const auto middle = [](std::size_t side) { return (static_cast<double>(side) - 1) / 2; };
    std::vector<double> k = p.k;
    k.resize(8);
    e.output(sampled(e, {p.filter, p.edge, p.color, p.alpha}, "undistorted",
                     {{"fx", p.fx},
                      {"fy", p.fy.value_or(p.fx)},
                      {"cx", p.cx.value_or(middle(src.width))},
                      {"cy", p.cy.value_or(middle(src.height))},
                      {"k", k}}));
}

}  // namespace

StageDef undistort() {
    const range focal(1, 1e6), centre(-1e6, 1e6);
    return composition<Undistort>("undistort", "Corrects lens distortion, as cv::undistort.")
        .also({{"lenscorrection", "fx=4000 k=-0.2,0.05,0,0"},
               {"barrel", "fx=4000 k=-0.2,0.05,0,0"},
               {"lens", "fx=4000 k=-0.2,0.05,0,0"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .example("fx=4000 fy=4000 cx=2048 cy=2048 k=-0.2,0.05,0,0")
        .param("fx", &Undistort::fx, "Horizontal focal length, from the camera matrix.", focal, unit("px"),
               required, live)
        .param("fy", &Undistort::fy, "Vertical focal length. auto is `fx`.", focal, unit("px"),
               keyword("auto"), live)
        .param("cx", &Undistort::cx, "Column of the optical centre. auto is the middle of the image.", centre,
               unit("px"), keyword("auto"), live)
        .param("cy", &Undistort::cy, "Row of the optical centre. auto is the middle of the image.", centre,
               unit("px"), keyword("auto"), live)
        .param("k", &Undistort::k,
               "Distortion coefficients in OpenCV's order: 4 numbers (k1, k2, p1, p2), 5 (with k3) or 8 "
               "(with k4, k5, k6).",
               count(4, 8), range(-100, 100), required, live)
        .param("filter", &Undistort::filter, sampling_doc)
        .param("edge", &Undistort::edge, edge_doc)
        .param("color", &Undistort::color, color_doc, keyword("none"), only_for("edge", {"constant"}))
        .param("alpha", &Undistort::alpha, alpha_doc)
        .check(wrong)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
