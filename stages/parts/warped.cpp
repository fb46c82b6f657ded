#include "stages/parts/warped/projection.hpp"
#include "stages/shared/sampled.hpp"

namespace sluice::stages {
namespace {

struct Warped {
    std::vector<double> matrix{1, 0, 0, 0, 1, 0};
    std::size_t width = 1, height = 1;
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
};

Projection of(const Warped& p) { return projection(matrix_of(p.matrix), p.width, p.height); }

}  // namespace

// A part of warp and rotate.
StageDef warped() {
    return gather<Warped>("warped", "Transforms an image by a matrix.")
        .internal()
        .param("matrix", &Warped::matrix, "Matrix from pixels of the result to positions in the image.",
               count(6, 9))
        .param("width", &Warped::width, "Size of the result.", at_least(1), unit("px"))
        .param("height", &Warped::height, "Size of the result.", at_least(1), unit("px"))
        .param("filter", &Warped::filter, "Interpolation method.")
        .param("edge", &Warped::edge, "Pixels outside the image.")
        .param("color", &Warped::color, "constant: the pixel value of each lane that is there.", count(4, 4))
        .param("pixel", &Warped::pixel, "The pixel type of the result.")
        .infer([](const Warped& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            dst.width = p.width;
            dst.height = p.height;
            return dst;
        })
        .border([](const Warped& p) { return border(p.edge, p.color); })
        .sampling(&Warped::filter)
        .footprint([](const Warped& p, const StageInputs& inputs, const Area& part) {
            return of(p).footprint(part, p.filter, inputs.image().width, inputs.image().height);
        })
        .constants([](const Warped& p, const StageInputs&) {
            const auto [x, y, w, affine] = of(p);
            std::vector<Constant> constants;
            const auto add = [&](const std::string& name, std::int64_t v) {
                constants.push_back({name, static_cast<double>(v)});
            };
            add("xx", x.a), add("xy", x.b), add("x0", x.c);
            add("yx", y.a), add("yy", y.b), add("y0", y.c);
            add("wx", w.a), add("wy", w.b), add("w0", w.c);
            return constants;
        })
        .function([](const Warped& p, const StageInputs&) -> KernelFunction {
            return {"warped", is_affine(matrix_of(p.matrix)) ? "warped_affine" : "warped_perspective"};
        });
}

}  // namespace sluice::stages
