#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/meaning.hpp"
#include "stages/shared/profile.hpp"

#include <cmath>
#include <cstdint>
#include <string>

namespace sluice::stages {
namespace {

struct Convert {
    std::string to = "keep";
    std::optional<Pixel> pixel;
    std::optional<std::int64_t> channels;
    std::optional<Space> space;
    std::string scale = "white";
    std::optional<double> white;
    bool warn = false;
    std::string profile = "keep";
    std::optional<Intent> intent;
};

Intent intent_of(const Convert& p) { return p.intent.value_or(Intent::relative); }

// Whether the way from one to the other is a curve.
bool bends(Space from, Space to) { return from != to && from != Space::data && to != Space::data; }

bool keeps_numbers(const Convert& p, Pixel from, Pixel to) {
    return p.scale == "none" || is_signed_integer(from) || is_signed_integer(to);
}

// Channels first, on the values given, then the space, then the pixel type; rounded once, at the end. All of
// it in double where the result has the digits.
Expansion::Edge converted(const Convert& p, Expansion& e, Expansion::Edge image) {
    const ImageFormat src = e.format(image);
    const Pixel pixel = p.pixel.value_or(src.pixel);
    const Space space = p.space.value_or(src.space);
    const double asked = p.white ? *p.white : pixel == src.pixel ? src.white : 0;
    const double white = asked == default_white(pixel) ? 0 : asked;
    const bool doubles = pixel != src.pixel && real_of(pixel) == Pixel::f64;
    const bool bent = bends(src.space, space), keeps = keeps_numbers(p, src.pixel, pixel);
    if (p.warn && !is_integer(src.pixel) && is_integer(pixel) && !src.meant) {
        const auto found = e.add("extremes", "extremes", {}, {image});
        e.add("clipped", "clipped",
              {{"top", src.white_value()}, {"doubles", real_of(src.pixel) == Pixel::f64}}, {found});
    }

    // Where numbers are kept, white of the source is not that of the result: alpha that is new comes last.
    const std::int64_t channels = p.channels.value_or(src.channels);
    const bool late = keeps && !src.has_alpha() && channels % 2 == 0 && channels != src.channels;
    const std::int64_t first = late ? channels - 1 : channels;
    if (first != src.channels)
        image = e.add("with_channels", "channels",
                      {{"channels", first}, {"exact", bent || pixel != src.pixel}, {"doubles", doubles}},
                      {image});
    if (bent)
        image =
            e.add("curve", "curve",
                  {{"to", value_of(space)}, {"white", keeps ? src.white_value() : 1.0}, {"doubles", doubles}},
                  {image});
    const ImageFormat now = e.format(image);
    if (now.pixel != pixel || now.white != white)
        image = e.add("rescale", "rescale",
                      {{"pixel", value_of(pixel)}, {"white", white}, {"keep_numbers", keeps}}, {image});
    if (late) image = e.add("with_channels", "opaque", {{"channels", channels}}, {image});
    if (space != e.format(image).space)
        image = e.add("meaning", "label", {{"space", value_of(space)}}, {image});
    return image;
}

Model model_of(const Convert& p, const ImageFormat& src) {
    if (p.to == "keep") return src.model;
    return p.to == "grey" ? Model::rgb : from_name<Model>(p.to).value();
}

// XYZ and L a b are of light, hue and chroma of pixel values.
bool is_of_light(Model model) { return model == Model::xyz || model == Model::lab; }
bool has_pixel(Model model) { return model == Model::rgb || model == Model::ycbcr; }

// Alpha of signed integers keeps its numbers, so that white has to stay beside it.
Expansion::Edge curved(Expansion& e, Expansion::Edge image, Space to, bool doubles = false) {
    const ImageFormat src = e.format(image);
    const double white = is_signed_integer(src.pixel) ? src.white_value() : 1;
    return e.add("curve", to == Space::linear ? "decoded" : "encoded",
                 {{"to", value_of(to)}, {"white", white}, {"doubles", doubles}}, {image});
}

// Back to red, green and blue, as real numbers.
Expansion::Edge to_rgb(Expansion& e, Expansion::Edge image) {
    const ImageFormat src = e.format(image);
    const bool of_light = is_of_light(src.model) && src.space == Space::encoded;
    const Values rgb{{"to", "rgb"},
                     {"pixel", value_of(real_of(src.pixel))},
                     {"white", has_pixel(src.model) ? src.white_value() : 0.0},
                     {"space", value_of(of_light ? Space::linear : src.space)}};
    image = e.add("model", "rgb", rgb, {image});
    return of_light ? curved(e, image, Space::encoded) : image;
}

// The image, of R G B, in another model and in the pixel type that is asked for.
Expansion::Edge to_model(const Convert& p, Expansion& e, Expansion::Edge image, Model to) {
    const ImageFormat src = e.format(image);
    const Pixel pixel = p.pixel.value_or(has_pixel(to) ? src.pixel : real_of(src.pixel));
    Convert before = p;  // what is rounded is the result
    before.pixel.reset();
    before.white.reset();
    before.channels = p.channels.value_or(src.has_alpha() ? 4 : 3);
    if (bends(src.space, p.space.value_or(src.space))) {  // what the curve gives stays real
        before.pixel = real_of(pixel) == Pixel::f64 ? Pixel::f64 : real_of(src.pixel);
        before.white = keeps_numbers(p, src.pixel, src.pixel) ? src.white_value() : 1;
    }
    const double white = p.white.value_or(has_pixel(to) && pixel == src.pixel ? src.white : 0);
    image = converted(before, e, image);
    const Space space = e.format(image).space;
    if (is_of_light(to) && space == Space::encoded)
        image = curved(e, image, Space::linear, real_of(pixel) == Pixel::f64);
    return e.add(
        "model", "model",
        {{"to", value_of(to)}, {"pixel", value_of(pixel)}, {"white", white}, {"space", value_of(space)}},
        {image});
}

// Where its colours have to go. Not if they are there already; images without a profile are sRGB.
std::optional<ColourProfile> target_of(const Convert& p, const ImageFormat& src) {
    if (p.profile == "keep" || (!src.profile && is_srgb(p.profile))) return std::nullopt;
    ColourProfile target = target_profile(p.profile, src.colors() == 1);
    const double step = is_integer(src.pixel) ? 1 / src.white_value() : 0;
    const bool is_light = !src.profile && src.space == Space::linear;
    if (!is_light && !ColourConversion(profile_of(src).icc, target.icc, intent_of(p)).changes(step))
        return std::nullopt;
    return target;
}

void expand(const Convert& given, Expansion& e) {
    Convert p = given;
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const Model to = model_of(p, src);
    const std::optional<ColourProfile> target = target_of(p, src);
    std::string profile;
    if (target) {  // before all else
        if (!p.pixel && has_pixel(to)) p.pixel = src.pixel;
        if (!p.white && p.pixel == src.pixel) p.white = src.white_value();
        if (!p.space) p.space = is_srgb(p.profile) ? src.space : Space::encoded;
        profile = text_of_icc(target->icc);
        image =
            e.add("recoloured", "colours", {{"to", profile}, {"intent", value_of(intent_of(p))}}, {image});
    }
    if (src.model != Model::rgb && to != src.model) {
        if (!p.pixel && to == Model::rgb) {  // the type and the white that it had
            p.pixel = src.pixel;
            if (!p.white) p.white = src.white_value();
        }
        image = to_rgb(e, image);
    }
    if (p.to == "grey") p.channels = src.has_alpha() ? 2 : 1;
    const bool changes = to != Model::rgb && to != src.model;
    image = changes ? to_model(p, e, image, to) : converted(p, e, image);
    if (target) {  // linear values without a profile are sRGB's
        const ImageFormat now = e.format(image);
        // Of grey images that were none, the profile is another one.
        if (is_srgb(p.profile) && now.colors() != src.colors()) {
            profile = text_of_icc(target_profile(p.profile, now.colors() == 1).icc);
        }
        const Space space = target->space == Space::linear ? target->space : now.space;
        if (now.space != Space::encoded) profile = "none";
        image = e.add("meaning", "profile", {{"space", value_of(space)}, {"profile", profile}}, {image});
    }
    e.output(image);
}

// What only red, green and blue can do.
std::string wrong_model(const Convert& p, const ImageFormat& src) {
    const Model to = model_of(p, src);
    const std::string way = "; put convert to=rgb before it";
    if (src.colors() == 2 && p.to != "keep")
        return "two channels of data, " + src.text() + ", are no colours";
    if (p.to == "grey" && p.channels) return "has channels=, which to=grey already implies";
    if (to == Model::rgb) return "";
    if (p.channels && *p.channels < 3)
        return std::string(name(to)) + " has three colours, not channels=" + std::to_string(*p.channels) +
               way;
    const bool changes = to != src.model;
    const bool needs_light = changes && is_of_light(to) && !p.space;
    if (const std::string fault = needs_light ? unknown_light(std::string(name(to)), src) : "";
        !fault.empty())
        return fault;
    const Pixel pixel = p.pixel.value_or(changes ? Pixel::f32 : src.pixel);
    if (!has_pixel(to) && (is_integer(pixel) || p.white))
        return std::string(name(to)) +
               " has floating-point numbers without a white; use pixel=f16, f32 or f64";
    if (!changes && ((p.space && *p.space != src.space) || p.white || (has_pixel(to) && pixel != src.pixel)))
        return "only red, green and blue images can change space=, white= or pixel=, not " + src.text() + way;
    return "";
}

// Why the colours of an image cannot be taken where they are to go.
std::string wrong_profile(const Convert& p, const ImageFormat& src) {
    if (p.profile == "keep") return p.intent ? "intent= is for profile=, which is not given" : "";
    if (!src.profile) {
        if (is_srgb(p.profile)) return "";
        if (const std::string fault = unknown_light("profile=" + p.profile, src); !fault.empty())
            return fault;
    }
    if (!is_srgb(p.profile) && (p.space || p.channels || p.to != "keep"))
        return "profile=" + p.profile +
               " cannot be combined with space=, to= or channels=; put a convert with them before it";
    return fault_of_target(p.profile, src, intent_of(p));
}

std::string refuse(const Convert& p, const StageInputs& inputs) {
    if (const std::string fault = wrong_profile(p, inputs.image()); !fault.empty()) return fault;
    if (const std::string fault = wrong_model(p, inputs.image()); !fault.empty()) return fault;
    const Pixel pixel = p.pixel.value_or(inputs.image().pixel);
    if (!p.white || !is_integer(pixel)) return "";
    if (*p.white == std::floor(*p.white) && *p.white >= 1 && *p.white <= highest(pixel)) return "";
    return "white of " + std::string(name(pixel)) + " is an integer from 1 to " +
           std::to_string(static_cast<std::int64_t>(highest(pixel))) + ", not " +
           sluice::text(Value(*p.white));
}

}  // namespace

StageDef convert() {
    return composition<Convert>(
               "convert",
               "Changes the pixel type, number of channels, sRGB encoding, colour model or colour profile.")
        .also({{"colorspace", "to=hsv"},
               {"colourspace", "to=hsv"},
               {"cvtColor", "to=hsv"},
               {"depth", "u16"},
               {"cast", "u16"},
               {"astype", "u16"},
               {"convertTo", "u16"},
               {"format", "u8"},
               {"icc_transform", "profile=srgb"},
               {"profile", "profile=srgb"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .example("pixel=f32 space=linear")
        .param("pixel", &Convert::pixel,
               "Pixel type of the result. Integers are rounded half to even and clipped.", keyword("keep"))
        .param("channels", &Convert::channels,
               "Number of channels: 1 is grey (luma of colours), 2 is grey and alpha, 3 is RGB, 4 is RGBA. "
               "New alpha is opaque.",
               range(1, 4), keyword("keep"))
        .param("space", &Convert::space,
               std::string("Encoding of the result: linear light, sRGB-encoded values or data. Data is never "
                           "converted: to or from data, the numbers stay and only their meaning changes. ") +
                   meaning_doc,
               keyword("keep"))
        .param("to", &Convert::to,
               "Colour model of the result. hsv, hsl: hue from 0 to 360 degrees, the others from 0 to 1. "
               "lab: CIE 1976, D65, L from 0 to 100. xyz and lab take linear light; encoded values are "
               "decoded first. All of these are floating-point numbers, as OpenCV's for floats. ycbcr: "
               "full-range BT.601, as in JPEG. grey: luma, one channel. rgb: converts back.",
               choices{"keep", "rgb", "hsv", "hsl", "lab", "xyz", "ycbcr", "grey"})
        .param("scale", &Convert::scale,
               "white maps white to white (u8 to f32 divides by 255). none keeps the numbers.",
               choices{"white", "none"})
        .param("white", &Convert::white,
               "Pixel value of white in the result. auto is that of the pixel type.", at_least(1e-6),
               keyword("auto"))
        .param("warn", &Convert::warn,
               "Warn if floats of unknown range are clipped on their way to integers. The conversion that is "
               "added before a save warns too.")
        .param("profile", &Convert::profile,
               "Colour space of the result: srgb, display-p3, adobe-rgb, rec2020, or the path of an ICC "
               "profile. Colours are converted from the profile of the file, before anything else. Images "
               "without a profile are sRGB. An image that would not change stays as it is.",
               colours_or_path())
        .param("intent", &Convert::intent,
               "Rendering intent, for profiles with several tables, as those of printers and some scanners. "
               "Most profiles are a matrix, and the intent makes no difference. auto: relative.",
               keyword("auto"))
        .reads_profile([](const Convert& p) { return p.profile != "keep"; })
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
