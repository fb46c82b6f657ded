#include "stages/shared/slope.hpp"

namespace sluice::stages {
namespace {

void expand(const Slope& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    Window window;
    window.add(0, -1);
    window.add(-1, 0);
    window.add(0, 0, -4);
    window.add(1, 0);
    window.add(0, 1);
    e.output(walked(e, "correlated", "laplacian", window, image,
                    {{"pixel", value_of(slope_pixel(p.pixel, src.pixel))},
                     {"most", 4.0},
                     {"edge", value_of(p.edge)},
                     {"color", lanes_of(p.color, src)}}));
}

}  // namespace

StageDef laplacian() {
    return with_slope_pixel(composition<Slope>("laplacian",
                                               "Finds edges and spots: the sum of the four neighbours of a "
                                               "pixel minus four times the pixel, as cv::Laplacian.")
                                .also({{"laplace", "pixel=u8"}})
                                .image_in("src", "The image.")
                                .image_out("dst", "The result, as data and with the alpha of the image."))
        .expand(expand);
}

}  // namespace sluice::stages
