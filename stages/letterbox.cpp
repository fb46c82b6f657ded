#include "stages/shared/gravity.hpp"
#include "stages/shared/outside.hpp"
#include "stages/shared/resampling.hpp"
#include "stages/shared/size.hpp"

#include <optional>

namespace sluice::stages {
namespace {

struct Letterbox {
    std::size_t width = 640;
    std::optional<std::size_t> height;
    Color color;
    Gravity gravity = Gravity::centre;
    Resampling filter = Resampling::automatic;
};

void expand(const Letterbox& p, Expansion& e) {
    const std::size_t height = p.height.value_or(p.width);
    const Values inside{{"width", value_of(p.width)},
                        {"height", value_of(height)},
                        {"fit", "inside"},
                        {"filter", value_of(p.filter)}};
    Values around{{"size", value_of(Size{p.width, height})}, {"gravity", value_of(p.gravity)}};
    if (p.color) around["color"] = value_of(*p.color);
    e.output(e.add("pad", "pad", around, {e.add("resize", "resize", inside, {e.input()})}));
}

}  // namespace

StageDef letterbox() {
    return composition<Letterbox>("letterbox",
                                  "Fits an image into a size, keeps its aspect ratio and fills the borders.")
        .image_in("src", "The image.")
        .image_out("dst", "The result, with exactly this width and height.")
        .example("width=640 height=480")
        .shorthand({"640x480"}, [](const std::string& word) { return width_and_height(word); })
        .also({{"contain", "640x480"}})
        .param("width", &Letterbox::width, "Width of the result.", range(1, largest_side), unit("px"))
        .param("height", &Letterbox::height, "Height of the result. auto is its width, for a square.",
               range(1, largest_side), unit("px"), keyword("auto"))
        .param("color", &Letterbox::color, color_doc, count(1, 4), keyword("none"))
        .param("gravity", &Letterbox::gravity, "Position of the image in the result.", live)
        .param("filter", &Letterbox::filter, "Interpolation method, as in resize.")
        .refuse([](const Letterbox& p, const StageInputs& inputs) {
            return wrong_color(p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
