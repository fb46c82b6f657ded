#include "stages/shared/light.hpp"

#include <algorithm>

namespace sluice::stages {
namespace {

struct Whitebalance {
    Colour grey{std::vector<double>{}};
};

}  // namespace

StageDef whitebalance() {
    return point<Whitebalance>("whitebalance",
                               "Makes a given grey neutral: multiplies each colour so that all colours of "
                               "the grey become their mean. It works on the pixel values as they are.")
        .also({{"white-balance", "grey=180,170,150"}})
        .example("grey=180,170,150")
        .param("grey", &Whitebalance::grey,
               "Colour of a pixel that ought to be grey: a CSS colour, or pixel values of R, G and B. Three "
               "equal numbers change nothing.",
               count(3, 3), at_least(1e-6), required, live)
        .refuse([](const Whitebalance& p, const StageInputs& inputs) -> std::string {
            if (const std::string fault = not_rgb(inputs.image()); !fault.empty()) return fault;
            if (const std::string fault = p.grey.fault(inputs.image()); !fault.empty()) return fault;
            const std::vector<double> grey = p.grey.in(inputs.image());
            const bool dark = std::any_of(grey.begin(), grey.end(), [](double v) { return v <= 0; });
            return dark ? "grey has a colour of 0, which no factor can make grey" : "";
        })
        .infer([](const Whitebalance&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const Whitebalance&, const StageInputs& inputs) { return of_three("gain", inputs); })
        .constants([](const Whitebalance& p, const StageInputs& inputs) {
            std::vector<double> grey = p.grey.in(inputs.image());
            grey.resize(3, grey[0]);  // of a grey image, which stays as it is
            const double mean = (grey[0] + grey[1] + grey[2]) / 3;
            return of_colours({mean / grey[0], mean / grey[1], mean / grey[2]});
        });
}

}  // namespace sluice::stages
