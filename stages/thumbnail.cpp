#include "stages/shared/resampling.hpp"
#include "stages/shared/size.hpp"

#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Thumbnail {
    Size size{256, 256};
    Resampling filter = Resampling::automatic;
};

void expand(const Thumbnail& p, Expansion& e) {
    const Values fit{{"width", value_of(p.size.width)},
                     {"height", value_of(p.size.height)},
                     {"filter", value_of(p.filter)},
                     {"fit", "inside"},
                     {"when", "shrink"},
                     {"draft", true}};
    e.output(e.add("resize", "resize", fit, {e.input()}));
}

}  // namespace

StageDef thumbnail() {
    return composition<Thumbnail>("thumbnail",
                                  "Shrinks an image to fit a size. JPEG files are decoded at a smaller size, "
                                  "which is faster; `load shrink=never` turns this off.")
        .image_in("src", "The image.")
        .image_out("dst", "The result. An image that already fits stays as it is.")
        .example("256")
        .also({{"thumb", "256x256"}, {"preview", "256"}})
        .param("size", &Thumbnail::size, "Largest width and height, or one number for both.")
        .param("filter", &Thumbnail::filter, "Interpolation method, as in resize.")
        .expand(expand);
}

}  // namespace sluice::stages
