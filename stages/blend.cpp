#include "pipeline/graph/gather.hpp"
#include "stages/shared/blend_modes.hpp"
#include "stages/shared/gravity.hpp"
#include "stages/shared/model.hpp"

namespace sluice::stages {
namespace {

struct Blend {
    std::string mode = "normal";
    double opacity = 1;
    std::int64_t x = 0, y = 0;
    Gravity gravity = Gravity::northwest;
    bool tile = false;
};

// The upper image in colours of the lower one, but with alpha, on a canvas of its size. What would be rounded
// on the way is real numbers: little alpha of both magnifies that.
Expansion::Edge canvas(const Blend& p, Expansion& e, const ImageFormat base) {
    Expansion::Edge top = e.input(1).value();
    const ImageFormat given = e.format(top);
    const bool same =
        given.pixel == base.pixel && given.space == base.space && given.white_value() == base.white_value();
    const Values as_base{{"pixel", value_of(same ? base.pixel : real_of(base.pixel))},
                         {"channels", std::int64_t{base.colors() == 1 ? 2 : 4}},
                         {"space", value_of(base.space)},
                         {"white", base.white_value()}};
    top = e.add("convert", "top", as_base, {top});
    if (const auto mask = e.input(2)) top = e.add("masked", "masked", {}, {top, mask});
    const ImageFormat own = e.format(top);
    const auto size = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    return e.add("placed", "placed",
                 {{"x", p.x + column_of(p.gravity, size(base.width), size(own.width))},
                  {"y", p.y + row_of(p.gravity, size(base.height), size(own.height))},
                  {"width", size(base.width)},
                  {"height", size(base.height)},
                  {"edge", value_of(p.tile ? EdgeRule::wrap : EdgeRule::constant)}},
                 {top});
}

void expand(const Blend& p, Expansion& e) {
    const Expansion::Edge base = e.input().value();
    Expansion::Edge top = canvas(p, e, e.format(base));
    if (p.mode != "normal") top = e.add("blended", "blended", {{"mode", p.mode}}, {top, base});
    e.output(e.add("composite", "composite", {{"opacity", p.opacity}}, {base, top}));
}

std::string against(const Blend&, const StageInputs& inputs) {
    const ImageFormat &base = inputs.image(0), &top = inputs.image(1);
    if (base.layers != top.layers)
        return "has " + std::to_string(base.layers) + " layers below and " + std::to_string(top.layers) +
               " above; load page=1 reads one page of a file";
    for (const ImageFormat* image : {&base, &top})
        if (const std::string fault = not_rgb(*image); !fault.empty()) return fault;
    if (const auto& mask = inputs.images.at(2);
        mask && (mask->width != top.width || mask->height != top.height || mask->layers != top.layers))
        return "its mask must have the size of the image above: it is " + mask->text() + ", and that is " +
               top.text();
    return "";
}

}  // namespace

StageDef blend() {
    return composition<Blend>(
               "blend", "Blends an image over another one. It keeps its own size and can be placed anywhere.")
        .also({{"overlay", ""},
               {"composite", ""},
               {"alpha_composite", ""},
               {"paste", ""},
               {"watermark", ""},
               {"draw_image", ""}})
        .image_in("base", "Image below. The result has its size and pixel type.")
        .image_in("top",
                  "Image above, of any pixel type, in grey or colour, with or without alpha. It is converted "
                  "to the pixel type and colours of the image below; over a grey image, colours become luma. "
                  "Parts outside the image below are cut off.")
        .image_in("mask",
                  "Opacity of each pixel of the image above: the first channel counts, and white is opaque.",
                  true)
        .image_out("dst", "The result.")
        .param(
            "mode", &Blend::mode,
            "Blend mode, as in W3C Compositing and Blending Level 1; alpha follows its source over. dodge, "
            "burn, hardlight and softlight are its color-dodge, color-burn, hard-light and soft-light.",
            blend_modes())
        .param("opacity", &Blend::opacity, "Opacity of the image above.", range(0, 1), live)
        .param("x", &Blend::x, "Offset to the right of the place that `gravity` gives. It may be negative.",
               range(-(1 << 20), 1 << 20), unit("px"), live)
        .param("y", &Blend::y, "Offset downwards from the place that `gravity` gives. It may be negative.",
               range(-(1 << 20), 1 << 20), unit("px"), live)
        .param("gravity", &Blend::gravity, "Position in the image below.", live)
        .param("tile", &Blend::tile, "Repeat the image above over the whole image below.")
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
