#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct ToModel {
    Model to = Model::rgb;
    Pixel pixel = Pixel::f32;
    double white = 0;
    std::optional<Space> space;
};

// Where floats are meant to lie.
ValueRange meant(Model model) {
    if (model == Model::lab) return {-128, 128};
    return {0, model == Model::xyz ? 1.1 : 360};
}

}  // namespace

// A part of convert: one of both models is rgb. XYZ and L a b are of linear light.
StageDef model() {
    return point<ToModel>("model", "Converts between colour models.")
        .internal()
        .param("to", &ToModel::to, "Colour model of the result.")
        .param("pixel", &ToModel::pixel, "The pixel type of the result.")
        .param("white", &ToModel::white,
               "Pixel value of white in the result; 0 is the default of the pixel type.", at_least(0))
        .param("space", &ToModel::space, "Encoding of the R G B values that the model is computed from.",
               keyword("keep"))
        .alpha([](const ToModel&) { return AlphaLane::apply; })
        .refuse([](const ToModel& p, const StageInputs& inputs) -> std::string {
            if ((p.to == Model::rgb) != (inputs.image().model == Model::rgb)) return "";
            return "goes from R G B or to it";
        })
        .infer([](const ToModel& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.model = p.to;
            dst.pixel = p.pixel;
            dst.white = p.white;
            dst.space = p.space.value_or(dst.space);
            dst.meant.reset();
            if (p.to != Model::rgb && p.to != Model::ycbcr) dst.meant = meant(p.to);
            return dst;
        })
        .function([](const ToModel& p, const StageInputs& inputs) {
            const bool back = p.to == Model::rgb;
            const std::string other(name(back ? inputs.image().model : p.to));
            return KernelFunction{"model", (back ? "model_of_" : "model_") + other};
        })
        .constants([](const ToModel& p, const StageInputs& inputs) -> std::vector<Constant> {
            const ImageFormat& src = inputs.image();
            const double white = p.white > 0 ? p.white : default_white(p.pixel);
            const bool back = p.to == Model::rgb;
            const double of = back ? src.white_value() : white;  // where chroma lies
            const double middle = of / 2 + (is_integer(back ? src.pixel : p.pixel) ? 0.5 : 0);
            return {{"white_after", white}, {"middle", middle}, {"scale", white / src.white_value()}};
        });
}

}  // namespace sluice::stages
