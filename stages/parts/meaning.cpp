#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/profile.hpp"

#include <memory>

namespace sluice::stages {
namespace {

struct Meaning {
    Space space = Space::encoded;
    std::string profile = "keep";
};

}  // namespace

// A part of convert: the pixels stay, what they are said to mean changes.
StageDef meaning() {
    return point<Meaning>("meaning", "Changes what pixel values mean, not the values.")
        .internal()
        .param("space", &Meaning::space, "Space of the result.")
        .param("profile", &Meaning::profile,
               "Colour profile of the result, its bytes in base64; none is sRGB without a profile.",
               keyword("keep"), keyword("none"))
        .alpha([](const Meaning&) { return AlphaLane::apply; })
        .infer([](const Meaning& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.space = p.space;
            if (p.profile == "keep") return dst;
            dst.profile.reset();
            if (p.profile == "none") return dst;
            dst.profile =
                std::make_shared<const ColourProfile>(ColourProfile{icc_of_text(p.profile), p.space});
            return dst;
        })
        .affine()
        .function([](const Meaning&, const StageInputs&) {
            return KernelFunction{"rescale", "rescale"};
        });
}

}  // namespace sluice::stages
