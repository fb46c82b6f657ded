#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Flatten {
    std::vector<double> color{0};
};

}  // namespace

StageDef flatten() {
    return point<Flatten>("flatten",
                          "Lays an image on a colour: the result has no alpha. An image without alpha stays "
                          "as it is.")
        .param("color", &Flatten::color, "Code values, one for all colours or one for each; 0 is black.",
               count(1, 3), live)
        .refuse([](const Flatten& p, const StageInputs& inputs) -> std::string {
            const std::size_t given = p.color.size(), colors = inputs.image().colors();
            if (given == 1 || given == colors || !inputs.image().has_alpha()) return "";
            return "color has " + std::to_string(given) + " values, and " + inputs.image().text() +
                   " takes 1" + (colors > 1 ? " or " + std::to_string(colors) : "");
        })
        .infer([](const Flatten&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.channels = dst.colors();
            dst.grey_alpha = false;
            return dst;
        })
        .function(
            [](const Flatten&, const StageInputs& inputs) { return of_alpha_dividing("flatten", inputs); })
        .constants([](const Flatten& p, const StageInputs&) {
            return of_colours({p.color.front(), p.color[p.color.size() / 2], p.color.back()});
        });
}

}  // namespace sluice::stages
