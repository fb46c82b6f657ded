#include "pipeline/core/luma.hpp"
#include "stages/shared/light.hpp"

#include <algorithm>

namespace sluice::stages {
namespace {

using Numbers = std::vector<double>;

struct ColourMatrix {
    Numbers values{1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::string preset = "none";
};

// W3C Filter Effects.
Numbers preset(const std::string& name) {
    const auto [r, g, b] = luma_weights;
    if (name == "sepia") return {0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131};
    if (name == "grayscale") return {r, g, b, r, g, b, r, g, b};
    return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, r, g, b, 0, 0};
}

// 4 rows of R G B A 1.
Numbers all(const Numbers& given) {
    if (given.size() == 20) return given;
    const std::size_t columns = given.size() / 3;
    Numbers all{1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
    for (std::size_t i = 0; i < given.size(); ++i)
        all[i / columns * 5 + (i % columns == 3 ? 4 : i % columns)] = given[i];
    return all;
}

// Whether colours follow from alpha, or alpha from anything but itself.
bool takes_alpha(const Numbers& all) {
    return all[3] != 0 || all[8] != 0 || all[13] != 0 ||
           !std::equal(all.begin() + 15, all.end(), Numbers{0, 0, 0, 1, 0}.begin());
}

// Whether what is grey becomes grey.
bool keeps_grey(const Numbers& all) {
    const auto row = [&](std::size_t at) {
        return Numbers{all[at] + all[at + 1] + all[at + 2], all[at + 4]};
    };
    return row(0) == row(5) && row(0) == row(10) && !takes_alpha(all);
}

void expand(const ColourMatrix& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const Numbers values = all(p.preset == "none" ? p.values : preset(p.preset));
    const bool alpha = takes_alpha(values);
    const int channels = alpha || src.has_alpha() ? 4 : 3;
    if (src.channels != channels && !(src.colors() == 1 && keeps_grey(values)))
        image = e.add("convert", "colours", {{"channels", std::int64_t{channels}}}, {image});
    e.output(e.add("mixed_colours", "matrix", {{"values", values}, {"alpha", alpha}}, {image}));
}

}  // namespace

StageDef matrix() {
    return composition<ColourMatrix>("matrix",
                                     "Applies a colour matrix: each colour becomes a weighted sum of all of "
                                     "them, on the pixel values as they are (feColorMatrix of SVG). A grey "
                                     "image becomes a colour image if its colours would differ.")
        .also({{"sepia", "preset=sepia"},
               {"sepia-tone", "preset=sepia"},
               {"color-matrix", "preset=sepia"},
               {"colorchannelmixer", "preset=sepia"},
               {"recomb", "preset=sepia"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .example("preset=sepia")
        .param("values", &ColourMatrix::values,
               "Matrix, row by row: 9 numbers for R, G, B; 12 with an offset after each row, where 1 is "
               "white; or 20 for R, G, B, A with an offset. 1,0,0,0,1,0,0,0,1 changes nothing.",
               count(9, 20), rows, live_while("colours and alpha still depend on the same channels"))
        .param("preset", &ColourMatrix::preset,
               "Preset instead of values: sepia and grayscale of W3C Filter Effects, or luminancetoalpha of "
               "SVG.",
               choices{"none", "sepia", "grayscale", "luminancetoalpha"})
        .check([](const ColourMatrix& p) -> std::string {
            if (p.values != ColourMatrix{}.values && p.preset != "none")
                return "preset: replaces the values; leave these out";
            const std::size_t n = p.values.size();
            if (n == 9 || n == 12 || n == 20) return "";
            return "values: must be 9, 12 or 20 numbers, not " + std::to_string(n);
        })
        .refuse([](const ColourMatrix&, const StageInputs& inputs) { return not_rgb(inputs.image()); })
        .expand(expand);
}

}  // namespace sluice::stages
