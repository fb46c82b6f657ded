#include "stages/shared/crop_boxes.hpp"
#include "stages/shared/sampled.hpp"

namespace sluice::stages {
namespace {

struct Cropped {
    std::size_t most = 1, width = 1, height = 1;
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
};

}  // namespace

// A part of crops.
StageDef cropped() {
    return gather<Cropped>("cropped", "Makes a layer of each box of an image.")
        .internal()
        .table_in("places", "Where the pixels of each crop lie.", {"place"})
        .param("most", &Cropped::most, "Crops.", range(1, most_crops))
        .param("width", &Cropped::width, "Size of a crop.", at_least(1), unit("px"))
        .param("height", &Cropped::height, "Size of a crop.", at_least(1), unit("px"))
        .param("filter", &Cropped::filter, "Interpolation method.")
        .param("edge", &Cropped::edge, "Pixels outside the image.")
        .param("color", &Cropped::color, "constant: the pixel value of each lane that is there.", count(4, 4))
        .param("pixel", &Cropped::pixel, "The pixel type of the result.")
        .infer([](const Cropped& p, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), p.pixel);
            dst.width = p.width;
            dst.height = p.height;
            dst.layers = p.most;
            return dst;
        })
        .border([](const Cropped& p) { return border(p.edge, p.color); })
        .sampling(&Cropped::filter)
        .footprint([](const Cropped&, const StageInputs& inputs, const Area&) -> Area {  // wherever boxes are
            return {{0, static_cast<std::int64_t>(inputs.image().width)},
                    {0, static_cast<std::int64_t>(inputs.image().height)}};
        })
        .function("cropped");
}

}  // namespace sluice::stages
