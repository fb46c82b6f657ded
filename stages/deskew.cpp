#include "stages/shared/sampled.hpp"
#include "stages/shared/size.hpp"
#include "stages/shared/skew.hpp"

namespace sluice::stages {
namespace {

struct Deskew {
    double max_angle = 5;
    Sampling filter = Sampling::linear;
    Color color{Colour(Value(std::string("white")))};
    Weigh alpha = Weigh::weigh;
};

constexpr std::int64_t skew_side = 1000;  // of the image that is measured: a pixel is about 0.05 degrees

// A small mask, which is 0 where there is ink, whatever the light.
Expansion::Edge ink(Expansion& e) {
    Values grey{{"pixel", "u8"}, {"channels", std::int64_t{1}}};
    if (e.format(e.input().value()).space == Space::linear) grey["space"] = "encoded";
    Expansion::Edge image = e.add("convert", "grey", grey, {e.input()});
    image =
        e.add("resize", "small",
              {{"width", skew_side}, {"height", skew_side}, {"fit", "inside"}, {"when", "shrink"}}, {image});
    return e.add("threshold", "ink", {{"method", "mean"}, {"radius", std::int64_t{15}}, {"offset", 0.08}},
                 {image});
}

void expand(const Deskew& p, Expansion& e) {
    const ImageFormat src = e.format(e.input().value());
    const auto angles = e.add(
        "skew_angles", "angles",
        {{"max_angle", p.max_angle}, {"width", value_of(src.width)}, {"height", value_of(src.height)}}, {});
    const auto found = e.add("skew", "skew", {{"max_angle", p.max_angle}}, {ink(e), angles});
    e.output(sampled(e, {p.filter, EdgeRule::constant, p.color, p.alpha}, "turned",
                     {{"max_angle", p.max_angle}}, {found}));
}

std::string against(const Deskew& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (src.layers != 1)
        return "its page must have one layer, not " + src.text() + "; load page=1 reads one page of a file";
    if (src.colors() == 2) return "two channels of data, " + src.text() + ", are no page";
    if (src.model != Model::rgb)
        return "it needs red, green and blue, not " + src.text() + "; put convert to=rgb before it";
    if (is_signed_integer(src.pixel))
        return "signed integers, " + src.text() + ", have no white; put convert pixel=u8 before it";
    if (std::max(src.width, src.height) > largest_side)
        return "can turn images of up to " + std::to_string(largest_side) + " pixels per side; this one is " +
               src.text();
    return wrong_color(p.color, src);
}

}  // namespace

StageDef deskew() {
    return composition<Deskew>(
               "deskew",
               "Turns a scanned page so that its lines of text are horizontal. It finds the angle for which "
               "rows differ most in how much ink they have (projection profiles), in steps of 0.05 degrees. "
               "The result has the size of the image. A page without ink stays as it is.")
        .also({{"straighten", ""}, {"unrotate", ""}})
        .image_in("src", "The page: dark writing on light paper, or dark lines.")
        .image_out("dst", "The page with horizontal lines.")
        .param("max_angle", &Deskew::max_angle,
               "Largest angle that is looked for, to both sides. A smaller one takes less time.",
               range(skew_step, 45), unit("degrees"))
        .param("filter", &Deskew::filter, sampling_doc)
        .param(
            "color", &Deskew::color,
            "Colour of the corners that were outside the page. A CSS colour is the same at every bit depth.",
            count(1, 4))
        .param("alpha", &Deskew::alpha, alpha_doc)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
