#include "stages/shared/slope.hpp"
#include "stages/shared/window.hpp"

namespace sluice::stages {
namespace {

struct Correlated {
    std::vector<double> reach{0, 0, 0, 0};
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
    double most = 0;
};

}  // namespace

// A part of convolve and laplacian: any weights; those of columns and rows are weighed.
StageDef correlated() {
    return gather<Correlated>("correlated", "Sums weighted neighbours; alpha does not change.")
        .internal()
        .table_in("window", "Neighbours and their weights.", {"places"})
        .param("reach", &Correlated::reach, "Reach of the window: left, up, right, down.", count(4, 4))
        .param("edge", &Correlated::edge, "Pixels outside the image.")
        .param("color", &Correlated::color, "constant: the pixel value of each lane.", count(4, 4))
        .param("pixel", &Correlated::pixel, "The pixel type of the result.")
        .param(
            "most", &Correlated::most,
            "0: the result is an image, as the source. Otherwise it is data in a range of so many whites on "
            "either side of 0.")
        .infer([](const Correlated& p, const StageInputs& inputs) {
            const double most = p.most * inputs.image().white_value();
            return most > 0 ? as_data(inputs.image(), p.pixel, -most, most)
                            : in_pixel(inputs.image(), p.pixel);
        })
        .border([](const Correlated& p) { return border(p.edge, p.color); })
        .reach([](const Correlated& p, const StageInputs&) { return reach(p.reach); })
        .function("correlated")
        .constants([](const Correlated&, const StageInputs& inputs) { return window_constants(inputs); });
}

}  // namespace sluice::stages
