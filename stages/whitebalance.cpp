#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Whitebalance {
    std::vector<double> grey;
};

}  // namespace

StageDef whitebalance() {
    return point<Whitebalance>("whitebalance",
                               "Makes a given grey neutral: each colour is multiplied, on the values given, "
                               "so that those of the grey become their mean.")
        .example("grey=180,170,150")
        .param(
            "grey", &Whitebalance::grey,
            "R, G and B, in code values, of a pixel that ought to be grey; three equal ones change nothing.",
            count(3, 3), at_least(1e-6), required, live)
        .refuse([](const Whitebalance&, const StageInputs& inputs) { return not_rgb(inputs.image()); })
        .infer([](const Whitebalance&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const Whitebalance&, const StageInputs& inputs) { return of_three("gain", inputs); })
        .constants([](const Whitebalance& p, const StageInputs&) {
            const double mean = (p.grey[0] + p.grey[1] + p.grey[2]) / 3;
            return of_colours({mean / p.grey[0], mean / p.grey[1], mean / p.grey[2]});
        });
}

}  // namespace sluice::stages
