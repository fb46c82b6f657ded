#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Label {
    Space space = Space::encoded;
};

}  // namespace

// A part of convert: the pixels stay, what they are said to mean changes.
StageDef label() {
    return point<Label>("label", "Says what code values mean, without touching them.")
        .internal()
        .param("space", &Label::space, "The space from here on.")
        .alpha([](const Label&) { return AlphaLane::apply; })
        .infer([](const Label& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.space = p.space;
            return dst;
        })
        .affine()
        .function([](const Label&, const StageInputs&) {
            return KernelFunction{"rescale", "rescale"};
        });
}

}  // namespace sluice::stages
