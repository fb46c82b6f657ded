#include "stages/shared/gravity.hpp"
#include "stages/shared/outside.hpp"
#include "stages/shared/resampling.hpp"
#include "stages/shared/size.hpp"

namespace sluice::stages {
namespace {

struct Letterbox {
    std::size_t width = 640, height = 640;
    Color color;
    Gravity gravity = Gravity::centre;
    Resampling filter = Resampling::automatic;
};

void expand(const Letterbox& p, Expansion& e) {
    const Values inside{{"width", value_of(p.width)},
                        {"height", value_of(p.height)},
                        {"fit", "inside"},
                        {"filter", value_of(p.filter)}};
    Values around{{"size", value_of(Size{p.width, p.height})}, {"gravity", value_of(p.gravity)}};
    if (p.color) around["color"] = value_of(*p.color);
    e.output(e.add("pad", "pad", around, {e.add("resize", "resize", inside, {e.input()})}));
}

}  // namespace

StageDef letterbox() {
    return composition<Letterbox>("letterbox", "Fits an image into a size, and fills what is left.")
        .image_in("src", "The image.")
        .image_out("dst", "The result, of that size.")
        .example("width=640 height=480")
        .shorthand({"640x480"}, [](const std::string& word) { return width_and_height(word); })
        .also({{"contain", "640x480"}})
        .param("width", &Letterbox::width, "Of the result.", range(1, largest_side), unit("px"))
        .param("height", &Letterbox::height, "Of the result.", range(1, largest_side), unit("px"))
        .param("color", &Letterbox::color, color_doc, count(1, 4), keyword("none"))
        .param("gravity", &Letterbox::gravity, "Where the image lies in it.", live)
        .param("filter", &Letterbox::filter, "As those of resize.")
        .refuse([](const Letterbox& p, const StageInputs& inputs) {
            return wrong_color(p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
