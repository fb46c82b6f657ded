#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Flip {
    std::string axis = "x";
};

void expand(const Flip& p, Expansion& e) {
    const ImageFormat src = e.format(e.input().value());
    e.output(e.add("placed", "placed",
                   {{"width", value_of(src.width)},
                    {"height", value_of(src.height)},
                    {"mirror_x", p.axis != "y"},
                    {"mirror_y", p.axis != "x"}},
                   {e.input()}));
}

}  // namespace

StageDef flip() {
    return composition<Flip>("flip", "Mirrors an image.")
        .also({{"flop", "x"},
               {"mirror", "x"},
               {"hflip", "x"},
               {"fliplr", "x"},
               {"fliphor", "x"},
               {"vflip", "y"},
               {"flipud", "y"},
               {"flipver", "y"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .example("x")
        .param("axis", &Flip::axis,
               "Direction. x: swaps left and right. y: swaps top and bottom. both: turns the image by 180 "
               "degrees.",
               choices{"x", "y", "both"}, live)
        .expand(expand);
}

}  // namespace sluice::stages
