#include "stages/shared/filter.hpp"

namespace sluice::stages {
namespace {

struct Convolve {
    std::vector<double> columns{1}, rows{1};
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
};

// Centred on its pixel; of an even number of weights, the one behind the middle is.
Taps taps(const std::vector<double>& weights) {
    return {weights.size(), {-static_cast<std::int32_t>(weights.size() / 2)}, weights, true};
}

}  // namespace

// A part of filters: the same weights everywhere.
StageDef convolve() {
    return gather<Convolve>("convolve", "Weighs the neighbours of each pixel, along rows and along columns.")
        .internal()
        .param("columns", &Convolve::columns, "Weights along a row.", count(1, 8192))
        .param("rows", &Convolve::rows, "Weights along a column.", count(1, 8192))
        .param("edge", &Convolve::edge, "What is outside of the image.")
        .param("color", &Convolve::color, "constant: the code value of each lane that is there.", count(4, 4))
        .param("pixel", &Convolve::pixel, "The pixel type of the result.")
        .infer([](const Convolve& p, const StageInputs& inputs) { return in_pixel(inputs.image(), p.pixel); })
        .border([](const Convolve& p) { return border(p.edge, p.color); })
        .separable([](const Convolve& p, const StageInputs&) {
            return Separable{taps(p.columns), taps(p.rows)};
        });
}

}  // namespace sluice::stages
