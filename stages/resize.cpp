#include "stages/shared/filter.hpp"
#include "stages/shared/meaning.hpp"
#include "stages/shared/resampling.hpp"
#include "stages/shared/size.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::stages {
namespace {

struct Resize {
    std::optional<std::size_t> width, height;
    std::optional<double> scale;
    Resampling filter = Resampling::automatic;
    std::string fit = "exact";
    std::string when = "always";
    bool antialias = true;
    Weigh alpha = Weigh::weigh;
    std::string space = "keep";
    bool draft = false;
};

// A side of `size` when another one goes from `from` to `to`: half up, and one pixel at least.
std::size_t scaled(std::size_t size, std::size_t to, std::size_t from) {
    return std::max<std::size_t>(1, (2 * size * to + from) / (2 * from));
}
std::size_t scaled(std::size_t size, double by) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(size) * by + 0.5));
}

// What the parameters ask for; a side that they leave out follows the aspect.
Size asked(const Resize& p, const ImageFormat& src) {
    if (p.scale) return {scaled(src.width, *p.scale), scaled(src.height, *p.scale)};
    if (!p.height) return {*p.width, scaled(src.height, *p.width, src.width)};
    if (!p.width) return {scaled(src.width, *p.height, src.height), *p.height};
    return {*p.width, *p.height};
}

// How the image becomes that size: the size that all of it has, and what is kept of it.
struct Target {
    Size size;                     // of the result of the filter
    double box_width, box_height;  // of the part of the image that it shows, from its middle
};

Target target(const Resize& p, const ImageFormat& src, const Size& wanted) {
    const auto width = static_cast<double>(src.width), height = static_cast<double>(src.height);
    // Whether the image grows by more, or shrinks by less, from left to right than from top to bottom.
    const bool wider = wanted.width * src.height > wanted.height * src.width;
    const Size by_width{wanted.width, scaled(src.height, wanted.width, src.width)};
    const Size by_height{scaled(src.width, wanted.height, src.height), wanted.height};
    if (p.fit == "inside" || p.fit == "pad") {
        const Size& all = wider ? by_height : by_width;
        return {{std::min(all.width, wanted.width), std::min(all.height, wanted.height)}, width, height};
    }
    if (p.fit == "outside") return {wider ? by_width : by_height, width, height};
    if (p.fit == "cover" && wider)
        return {wanted, width,
                static_cast<double>(wanted.height * src.width) / static_cast<double>(wanted.width)};
    if (p.fit == "cover")
        return {wanted, static_cast<double>(wanted.width * src.height) / static_cast<double>(wanted.height),
                height};
    return {wanted, width, height};
}

// Whether `when` leaves the image as it is, or its size is right.
bool stays(const Resize& p, const ImageFormat& src, const Target& to) {
    const auto width = static_cast<double>(to.size.width), height = static_cast<double>(to.size.height);
    if (to.size.width == src.width && to.size.height == src.height && to.box_width == width &&
        to.box_height == height)
        return true;
    if (p.when == "shrink") return width > to.box_width || height > to.box_height;
    if (p.when == "enlarge") return width < to.box_width || height < to.box_height;
    return false;
}

Expansion::Edge resampled(const Resize& p, Expansion& e, Expansion::Edge image, const Target& to) {
    const ImageFormat src = e.format(image);
    const bool in_light = p.space == "linear" && src.space == Space::encoded;
    const Filter filter = [&](Expansion::Edge from, Pixel pixel) {
        return e.add("resample", "resample",
                     {{"width", static_cast<std::int64_t>(to.size.width)},
                      {"height", static_cast<std::int64_t>(to.size.height)},
                      {"filter", value_of(p.filter)},
                      {"antialias", p.antialias},
                      {"left", (static_cast<double>(src.width) - to.box_width) / 2},
                      {"top", (static_cast<double>(src.height) - to.box_height) / 2},
                      {"box_width", to.box_width},
                      {"box_height", to.box_height},
                      {"draft", p.draft && !in_light},
                      {"pixel", value_of(pixel)}},
                     {from});
    };
    if (p.filter == Resampling::nearest) return filter(image, src.pixel);  // mixes nothing
    if (!in_light) return filtered(e, image, p.alpha, src.pixel, filter);
    Values light{{"pixel", value_of(real_of(src.pixel))}, {"space", value_of(Space::linear)}};
    if (is_signed_integer(src.pixel)) light["white"] = src.white_value();  // whose numbers stay
    image = e.add("convert", "linear", light, {image});
    image = filtered(e, image, p.alpha, e.format(image).pixel, filter);
    Values back{{"pixel", value_of(src.pixel)}, {"space", value_of(src.space)}};
    if (src.white != e.format(image).white) back["white"] = src.white_value();
    return e.add("convert", "encoded", back, {image});
}

void expand(const Resize& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const Size wanted = asked(p, src);
    const Target to = target(p, src, wanted);
    if (!stays(p, src, to)) image = resampled(p, e, image, to);
    const ImageFormat now = e.format(image);
    const bool fits = now.width <= wanted.width && now.height <= wanted.height;
    if (p.fit == "pad" && fits && Size{now.width, now.height} != wanted)
        image = e.add("pad", "pad", {{"size", value_of(wanted)}}, {image});
    e.output(image);
}

std::string wrong(const Resize& p) {
    if (p.scale && (p.width || p.height))
        return "has a scale, and a width or a height; give one or the other";
    if (!p.scale && !p.width && !p.height) return "needs a width, a height or a scale";
    if (p.fit != "exact" && !(p.width && p.height)) return "fit=" + p.fit + " needs a width and a height";
    return "";
}

std::string refused(const Resize& p, const StageInputs& inputs) {
    if (const std::string fault = p.space == "linear" ? unknown_light("space=linear", inputs.image()) : "";
        !fault.empty())
        return fault;
    const Size wanted = asked(p, inputs.image());
    const Size size = target(p, inputs.image(), wanted).size;
    if (std::max({wanted.width, wanted.height, size.width, size.height}) <= largest_side) return "";
    return "would make " + std::to_string(size.width) + " x " + std::to_string(size.height) + " pixels of " +
           inputs.image().text() + "; a side has " + std::to_string(largest_side) + " at most";
}

}  // namespace

StageDef resize() {
    return composition<Resize>("resize", "Changes the size of an image.")
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .example("scale=0.5 filter=lanczos3")
        .uses(
            {{"2048x2048 fit=inside when=shrink",
              "Shrinks a large image until its long edge has 2048 pixels. Keeps the aspect ratio, and never "
              "enlarges."},
             {"800x600 fit=inside",
              "The largest size that fits into 800 x 600 and keeps the aspect ratio, as `-resize 800x600` "
              "in ImageMagick."},
             {"800x600", "Exactly 800 x 600 pixels. An image with another aspect ratio is distorted."},
             {"800x", "800 pixels wide. Keeps the aspect ratio."},
             {"800x600 fit=cover",
              "Exactly 800 x 600 pixels. Keeps the aspect ratio, and crops what does not fit."}})
        .shorthand({"50%", "800x600", "800x", "x600"},
                   [](const std::string& word) -> std::optional<Values> {
                       if (word.ends_with('%')) return Values{{"scale", word}};
                       return width_and_height(word);
                   })
        .also({{"scale", "50%", "ImageMagick, ffmpeg"},
               {"rescale", "50%", "scikit-image"},
               {"adaptive-resize", "50%", "ImageMagick"},
               {"enlarge", "200%"},
               {"shrink", "50%", "libvips"},
               {"fit", "800x600 fit=inside"},
               {"cover", "800x600 fit=cover", "CSS"}})
        .param("width", &Resize::width,
               "Width of the result. Give a width, a height or both, or a scale instead. auto: follows from "
               "the height, so that the aspect ratio stays the same.",
               range(1, largest_side), unit("px"), keyword("auto"))
        .param("height", &Resize::height,
               "Height of the result. auto: follows from the width, so that the aspect ratio stays the "
               "same.",
               range(1, largest_side), unit("px"), keyword("auto"))
        .param("scale", &Resize::scale,
               "Factor for both sides, instead of width and height: 0.5 or 50% halves both.",
               range(1e-6, 1e6), percent, keyword("none"))
        .param("filter", &Resize::filter,
               "Interpolation method. linear, cubic, lanczos3 and box give the same results as Pillow. "
               "auto: lanczos3 where the image shrinks, otherwise cubic, chosen for each axis. nearest: "
               "copies the "
               "nearest pixel. linear: mixes neighbouring pixels, weighted by their distance. cubic: fits "
               "a smooth curve (Catmull-Rom, a = -0.5). lanczos3: keeps fine detail. box: averages the "
               "pixels that a new pixel covers, all with the same weight. area: averages the same pixels, "
               "weighted by how much of each is covered, as OpenCV's INTER_AREA does.")
        .param("fit", &Resize::fit,
               "What to do if width and height have another aspect ratio than the image. All choices except "
               "exact "
               "need both. exact: stretches "
               "the image to exactly this size, which distorts it. inside: keeps the aspect ratio. The "
               "result is the largest image that fits into this size. outside: keeps the aspect ratio. The "
               "result is the smallest image that is at least this wide and this high; nothing is cropped. "
               "cover: "
               "as outside, then crops the longer side equally at both ends, to exactly this size. pad: as "
               "inside, then adds black borders up to exactly this size "
               "(transparent ones if the image has "
               "alpha).",
               choices{"exact", "inside", "outside", "cover", "pad"})
        .param("when", &Resize::when,
               "Which images to resize. always: all images. shrink: only images that become smaller. If the "
               "width or the height would grow, the image is not resized (fit=pad still adds the borders). "
               "enlarge: "
               "only images that become larger. If the width or the height would shrink, the image is not "
               "resized.",
               choices{"always", "shrink", "enlarge"})
        .param("antialias", &Resize::antialias,
               "When an image shrinks, use every pixel of it. If false, only the pixels nearest to each "
               "new pixel are used, which can cause jagged edges and moire.")
        .param("alpha", &Resize::alpha, alpha_doc)
        .param(
            "space", &Resize::space,
            "Which values are averaged. keep: the pixel values as they are. linear: values proportional to "
            "light; the result is converted back. Fine bright patterns then keep their brightness when "
            "they shrink.",
            choices{"keep", "linear"})
        .param("draft", &Resize::draft,
               "Decode JPEG files faster, at 1/2, 1/4 or 1/8 of their size. The pixels of the result then "
               "differ slightly. The decoded image still has at least twice the width and height of the "
               "result. No effect with space=linear, antialias=false or filter=nearest.")
        .check(wrong)
        .refuse(refused)
        .expand(expand);
}

}  // namespace sluice::stages
