#include "stages/shared/light.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Levels {
    double black = 0, white = 1, gamma = 1, low = 0, high = 1;
};

}  // namespace

StageDef levels() {
    return point<Levels>("levels",
                         "Maps a black and a white point to an output range, with a gamma, as ImageMagick's "
                         "-level and +level. Values outside are clipped.")
        .also({{"level", "black=5% white=95%"},
               {"colorlevels", "black=5% white=95%"},
               {"black-point", "black=5%"}})
        .example("black=0.05 white=0.9 gamma=1.2")
        .param("black", &Levels::black, "Black point, which becomes `low`; 0 is black.", range(0, 1),
               of_white, live)
        .param("white", &Levels::white,
               "White point, which becomes `high`. If it is below `black`, the image is inverted.",
               range(0, 1), of_white, live)
        .param("gamma", &Levels::gamma, "Gamma: 1 changes nothing, above 1 brightens.", range(0.01, 100),
               live)
        .param("low", &Levels::low, "Lower end of the output range.", range(0, 1), of_white, live)
        .param("high", &Levels::high, "Upper end of the output range.", range(0, 1), of_white, live)
        .check([](const Levels& p) {
            return p.black == p.white ? "black and white are equal, so there is nothing between them; to cut "
                                        "at one value, use threshold"
                                      : "";
        })
        .monotone()
        .infer([](const Levels&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            if (dst.meant) dst.meant = {0, dst.white_value()};
            return dst;
        })
        .function("levelled")
        .constants([](const Levels& p, const StageInputs& inputs) -> std::vector<Constant> {
            const double one = inputs.image().white_value();
            const double span = std::fabs(p.white - p.black) * one;
            return {{"from", p.black * one}, {"sign", p.black < p.white ? 1.0 : -1.0},
                    {"span", span},          {"inverse", 1 / span},
                    {"start", p.low * one},  {"rise", (p.high - p.low) * one},
                    {"end", p.high * one},   {"exponent", 1 / p.gamma}};
        });
}

}  // namespace sluice::stages
