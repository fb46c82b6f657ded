#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Vignette {
    double strength = 0.5;
    double radius = 0;
};

}  // namespace

StageDef vignette() {
    return point<Vignette>(
               "vignette",
               "Darkens an image towards its corners, or brightens them. At a distance d from the "
               "centre, where the corners have 1, values are multiplied by 1 - strength * (3s^2 - "
               "2s^3), with s = (d^2 - radius^2) / (1 - radius^2).")
        .example("0.7")
        .param("strength", &Vignette::strength,
               "How much darker the corners become: 1 makes them black. A negative strength brightens them, "
               "which corrects a lens that darkens them.",
               range(-4, 1), live)
        .param("radius", &Vignette::radius,
               "Distance from the centre up to which nothing changes, as a part of the distance to the "
               "corners.",
               range(0, 0.99), live)
        .function("vignette")
        .constants([](const Vignette& p, const StageInputs& inputs) -> std::vector<Constant> {
            const double x = (static_cast<double>(inputs.image().width) - 1) / 2;
            const double y = (static_cast<double>(inputs.image().height) - 1) / 2;
            const double corner = x * x + y * y, begin = p.radius * p.radius;
            return {{"centre_x", x},
                    {"centre_y", y},
                    {"scale", corner > 0 ? 1 / (corner * (1 - begin)) : 0},
                    {"begin", begin / (1 - begin)}};
        });
}

}  // namespace sluice::stages
