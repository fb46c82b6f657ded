#include "stages/shared/filter.hpp"

namespace sluice::stages {
namespace {

// Centred on its pixel; of an even number of weights, the one behind the middle is.
Taps taps(const std::vector<double>& weights) {
    return {weights.size(), {-static_cast<std::int32_t>(weights.size() / 2)}, weights, true};
}

struct Weighed {
    std::vector<double> columns{1}, rows{1};
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
    std::vector<double> whole;

    Separable separable() const {
        Separable axes{taps(columns), taps(rows)};
        if (whole.size() == 2)
            axes.whole = {static_cast<std::int64_t>(whole[0]), static_cast<std::int64_t>(whole[1]) + 1};
        return axes;
    }
};

}  // namespace

// A part of filters: the same weights everywhere.
StageDef weighed() {
    return gather<Weighed>("weighed", "Separable filter: sums weighted neighbours along rows and columns.")
        .internal()
        .param("columns", &Weighed::columns, "Weights along a row.", count(1, 8192))
        .param("rows", &Weighed::rows, "Weights along a column.", count(1, 8192))
        .param("edge", &Weighed::edge, "Pixels outside the image.")
        .param("color", &Weighed::color, "constant: the pixel value of each lane that is there.", count(4, 4))
        .param("pixel", &Weighed::pixel, "The pixel type of the result.")
        .infer([](const Weighed& p, const StageInputs& inputs) { return in_pixel(inputs.image(), p.pixel); })
        .border([](const Weighed& p) { return border(p.edge, p.color); })
        .param("whole", &Weighed::whole, "Of whole numbers: the least and the greatest of the image.",
               count(0, 2))
        .separable([](const Weighed& p, const StageInputs&) { return p.separable(); });
}

}  // namespace sluice::stages
