#include "stages/shared/matrix.hpp"
#include "stages/shared/sampled.hpp"
#include "stages/shared/size.hpp"

#include <optional>

namespace sluice::stages {
namespace {

struct Warp {
    std::vector<double> matrix{1, 0, 0, 0, 1, 0};
    bool inverse = false;
    std::optional<std::size_t> width, height;
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
    Weigh alpha = Weigh::weigh;
};

// From pixels of the result to places in the image.
std::optional<Matrix> backwards(const Warp& p) {
    const Matrix m = matrix_of(p.matrix);
    return p.inverse ? m : inverse(m);
}

std::string wrong(const Warp& p) {
    if (p.matrix.size() != 6 && p.matrix.size() != 9)
        return "matrix has " + std::to_string(p.matrix.size()) +
               " numbers; it needs 6 (two rows of three), or 9 with perspective";
    if (!backwards(p)) return "matrix has no inverse: it maps several pixels to one position";
    return "";
}

std::string against(const Warp& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const Matrix m = backwards(p).value();
    const double reach = farthest(m, p.width.value_or(src.width), p.height.value_or(src.height));
    if (is_affine(m) && reach >= farthest_coordinate)
        return "matrix moves pixels " + std::to_string(static_cast<std::int64_t>(reach)) +
               " pixels away from the image; the limit is " +
               std::to_string(static_cast<std::int64_t>(farthest_coordinate)) + " at most";
    return wrong_color(p.color, src);
}

void expand(const Warp& p, Expansion& e) {
    const ImageFormat src = e.format(e.input().value());
    const Matrix m = backwards(p).value();
    e.output(sampled(e, {p.filter, p.edge, p.color, p.alpha}, "warped",
                     {{"matrix", std::vector<double>(m.begin(), m.end())},
                      {"width", value_of(p.width.value_or(src.width))},
                      {"height", value_of(p.height.value_or(src.height))}}));
}

}  // namespace

StageDef warp() {
    return composition<Warp>("warp",
                             "Transforms an image by a matrix: shifts, rotates, scales, shears or tilts it.")
        .also({{"warpAffine", "1,0,10,0,1,5"},
               {"affine", "1,0,10,0,1,5"},
               {"translate", "1,0,10,0,1,5"},
               {"shift", "1,0,10,0,1,5"},
               {"roll", "1,0,10,0,1,5"},
               {"shear", "1,0.2,0,0,1,0"},
               {"distort", "1,0.2,0,0,1,0"},
               {"warpPerspective", "1,0,0,0,1,0,0.001,0,1"},
               {"perspective", "1,0,0,0,1,0,0.001,0,1"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .example("matrix=0.9,0.1,3,-0.1,0.9,5")
        .param("matrix", &Warp::matrix,
               "Matrix of 6 numbers, or 9 with perspective, row by row, as in cv::warpAffine and "
               "cv::warpPerspective. It maps x, y of the image to x, y of the result; the middle of the "
               "first pixel is 0, 0.",
               count(6, 9), rows, required, live)
        .param("inverse", &Warp::inverse,
               "Use the matrix in the other direction: from the result to the image.", live)
        .param("width", &Warp::width, "Width of the result. auto is that of the image.",
               range(1, largest_side), unit("px"), keyword("auto"))
        .param("height", &Warp::height, "Height of the result. auto is that of the image.",
               range(1, largest_side), unit("px"), keyword("auto"))
        .param("filter", &Warp::filter, sampling_doc)
        .param("edge", &Warp::edge, edge_doc)
        .param("color", &Warp::color, color_doc, keyword("none"), only_for("edge", {"constant"}))
        .param("alpha", &Warp::alpha, alpha_doc)
        .check(wrong)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
