#include "stages/shared/sampled.hpp"

namespace sluice::stages {
namespace {

struct Remapped {
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
};

}  // namespace

// A part of remap.
StageDef remapped() {
    return gather<Remapped>("remapped", "Moves pixels as a map says.")
        .internal()
        .image_in("map", "Column and row in the image, for each pixel of the result.")
        .param("filter", &Remapped::filter, "Interpolation method.")
        .param("edge", &Remapped::edge, "Pixels outside the image.")
        .param("color", &Remapped::color, "constant: the pixel value of each lane that is there.",
               count(4, 4))
        .param("pixel", &Remapped::pixel, "The pixel type of the result.")
        .infer([](const Remapped& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            dst.width = inputs.image(1).width;
            dst.height = inputs.image(1).height;
            return dst;
        })
        .border([](const Remapped& p) { return border(p.edge, p.color); })
        .sampling(&Remapped::filter)
        .footprint([](const Remapped&, const StageInputs& inputs, const Area&) -> Area {  // wherever it says
            return {{0, static_cast<std::int64_t>(inputs.image().width)},
                    {0, static_cast<std::int64_t>(inputs.image().height)}};
        })
        .function("remapped");
}

}  // namespace sluice::stages
