// The bounds of convert, whose numbers are those of tests/reference/convert.hpp.
#include "tests/reference/stages/convert.hpp"

#include "tests/reference/convert.hpp"
#include "tests/reference/model.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/srgb.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference {
namespace {

bool bends(const ImageFormat& src, const ImageFormat& dst) {
    return src.space != dst.space && src.space != Space::data && dst.space != Space::data;
}

// The largest finite colour of a pixel.
double largest_colour(const Bounded& image, const SamplePlace& place) {
    double most = 0;
    for (int c = 0; c < image.format().colors(); ++c)
        for (const HostImage* end : {&image.low, &image.high}) {
            const double v = std::fabs(at(*end, {place.x, place.row, c}));
            if (std::isfinite(v)) most = std::max(most, v);
        }
    return most;
}

// What is lost where numbers are rescaled as floats: the reference's long double rounds twice on its way to
// f64; the factor is rounded, but that integers are divided exactly for a white of 1.
Tolerance of_rescaling(const ImageFormat& src, const ImageFormat& dst) {
    const double factor = dst.white_value() / src.white_value();
    const bool divides = is_integer(src.pixel) && (is_integer(dst.pixel) || dst.white_value() == 1);
    const bool rounds = !divides && static_cast<double>(static_cast<float>(factor)) != factor;
    return {dst.pixel == Pixel::f64 || rounds ? 1.0 : 0.0, 0};
}

// Through the real image that luma or the curve leaves in the middle of a conversion.
Bounded in_two_steps(const Bounded& src, const ImageFormat& dst, bool rescale, bool luma) {
    ImageFormat real = src.format();
    real.pixel = real_of(real.pixel);
    real.white = src.format().white_value();
    real.channels = luma ? dst.channels : real.channels;
    real.grey_alpha = real.channels == 2;
    Bounded middle = monotone(src, [&](const ConstHostView& image) { return convert(image, real, false); });
    const double epsilon = std::ldexp(1.0, real.pixel == Pixel::f64 ? -52 : -23);
    if (luma)
        widen(middle, [&](const SamplePlace& p) -> Tolerance {
            if (p.channel == 1) return {};  // alpha
            return {0, 4 * epsilon * largest_colour(src, p)};
        });
    Bounded result = monotone(middle, [&](const ConstHostView& image) {
        return convert(image, dst, rescale && !is_signed_integer(src.format().pixel));
    });
    Tolerance own{1, 0};
    if (!is_integer(dst.pixel) && bends(src.format(), dst)) {
        own = {srgb_to_encoded_ulp, dst.white_value() * 2 * epsilon};
        if (dst.pixel == Pixel::f16) own.steps = 1;
    } else if (!is_integer(dst.pixel)) {
        own = {2, 0};
    }
    widen(result, [&](const SamplePlace& p) {
        const bool alpha = p.channel == dst.colors();
        return alpha && is_integer(dst.pixel) ? Tolerance{} : own;
    });
    return result;
}

// What the stage makes of this format.
ImageFormat converted(const Values& params, const ImageFormat& src) {
    ImageFormat dst = src;
    dst.pixel = named<Pixel>(params, "pixel").value_or(src.pixel);
    dst.space = named<Space>(params, "space").value_or(src.space);
    if (const auto channels = number_of(params, "channels")) {
        dst.channels = static_cast<int>(*channels);
        dst.grey_alpha = dst.channels == 2;
    }
    if (dst.pixel != src.pixel) dst.white = 0;
    if (const auto white = number_of(params, "white")) dst.white = *white;
    return dst;
}

// As real numbers, which nobody sees.
Bounded in_rgb(const Bounded& src) {
    ImageFormat rgb = src.format();
    rgb.model = Model::rgb;
    rgb.pixel = real_of(rgb.pixel);
    rgb.white = src.format().model == Model::ycbcr ? src.format().white_value() : 0;
    return bounded_model(src, rgb);
}

// Channels and space first; the pixel type is that of the other model.
Bounded bounded_model_of(const Bounded& rgb, Model to, const Values& values, bool rescale) {
    const bool chroma = to == Model::ycbcr;
    const ImageFormat& src = rgb.format();
    const Pixel pixel = named<Pixel>(values, "pixel").value_or(chroma ? src.pixel : real_of(src.pixel));
    ImageFormat before = src;
    before.space = named<Space>(values, "space").value_or(src.space);
    before.channels = static_cast<int>(number_of(values, "channels").value_or(src.has_alpha() ? 4 : 3));
    before.grey_alpha = false;
    if (bends(src, before)) {  // by the curve, whose results are real
        before.pixel = real_of(pixel) == Pixel::f64 ? Pixel::f64 : real_of(src.pixel);
        before.white = rescale && !is_signed_integer(src.pixel) ? 0 : src.white_value();
    }
    ImageFormat dst = before;
    dst.model = to;
    dst.order = Order::rgb;
    dst.pixel = pixel;
    const double same = chroma && dst.pixel == src.pixel ? src.white : 0;
    dst.white = number_of(values, "white").value_or(same);
    return bounded_model(before == src ? rgb : bounded_convert(rgb, before, rescale), dst);
}

}  // namespace

Bounded bounded_convert(const Bounded& src, const ImageFormat& dst, bool rescale) {
    const auto whole = [&](const ConstHostView& image) { return convert(image, dst, rescale); };
    const bool luma = src.format().colors() == 3 && dst.colors() == 1;
    const bool curve = bends(src.format(), dst);
    Bounded result = monotone(src, whole);
    if (luma || curve) {
        unite(result, in_two_steps(src, dst, rescale, luma));
        result.exact = false;
    } else if (rescale && src.format().white_value() != dst.white_value() && !is_signed_integer(dst.pixel) &&
               !is_signed_integer(src.format().pixel)) {
        widen(result, of_rescaling(src.format(), dst));
    }
    return result;
}

namespace stages {

StageReference convert() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const std::string word = word_of(call.values, "to");
        const Model to =
            word == "keep" ? src.format().model : named<Model>(call.values, "to").value_or(Model::rgb);
        Values values = call.values;
        if (word == "grey") values["channels"] = std::int64_t{src.format().has_alpha() ? 2 : 1};
        const bool keeps = word_of(values, "scale") == "none";
        if (to == src.format().model) return {bounded_convert(src, converted(values, src.format()), !keeps)};
        Bounded image = src;
        if (src.format().model != Model::rgb) {
            image = in_rgb(src);
            if (to == Model::rgb && word_of(values, "pixel") == "keep") {
                values["pixel"] = std::string(name(src.format().pixel));
                if (!number_of(values, "white")) values["white"] = src.format().white_value();
            }
        }
        if (to == Model::rgb) return {bounded_convert(image, converted(values, image.format()), !keeps)};
        return {bounded_model_of(image, to, values, !keeps)};
    }};
}

}  // namespace stages

}  // namespace sluice::reference
