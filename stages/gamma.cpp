#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Gamma {
    double exponent = 1;
};

}  // namespace

StageDef gamma() {
    return point<Gamma>("gamma", "Raises every channel to a power: white * sign(v) * (|v| / white)^exponent.")
        .also({{"gamma_correct", "2.2"}, {"adjust_gamma", "2.2"}, {"power", "2.2"}, {"pow", "2.2"}})
        .example("0.8")
        .param("exponent", &Gamma::exponent, "Exponent: 1 leaves the image as it is, below 1 brightens it.",
               range(0.01, 100), live)
        .monotone()
        .function("gamma");
}

}  // namespace sluice::stages
