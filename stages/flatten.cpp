#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Flatten {
    Colour color{std::vector<double>{0}};
};

}  // namespace

StageDef flatten() {
    return point<Flatten>("flatten",
                          "Puts an image on a background colour and removes its alpha. An image without "
                          "alpha stays as it is.")
        .also({{"remove-alpha", "white"}, {"background", "white"}, {"drop_alpha", "white"}})
        .param("color", &Flatten::color,
               "Background colour. A CSS colour is the same at every bit depth. Pixel values are one number "
               "for all colours or one for each. 0 is black.",
               count(1, 3), live)
        .refuse([](const Flatten& p, const StageInputs& inputs) -> std::string {
            if (!inputs.image().has_alpha()) return "";
            if (const std::string fault = p.color.fault(inputs.image()); !fault.empty()) return fault;
            if (p.color.alpha() < 1)
                return "color is the background, which must be opaque; leave out its alpha";
            const std::size_t given = p.color.in(inputs.image()).size(), colors = inputs.image().colors();
            if (given == 1 || given == colors || p.color.is_css()) return "";
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
        .constants([](const Flatten& p, const StageInputs& inputs) {
            std::vector<double> color = p.color.in(inputs.image());
            if (p.color.is_css() && inputs.image().has_alpha()) color.pop_back();
            return of_colours({color.front(), color[color.size() / 2], color.back()});
        });
}

}  // namespace sluice::stages
