// The kernels that `sluice stages new` writes. They run as they are.
#include "apps/stages/kernel_files.hpp"

#include <utility>

namespace sluice::apps {
namespace {

using Template = std::pair<std::string, std::string>;

// NAME stands for the name of the stage.
const std::vector<Template>& templates() {
    static const std::vector<Template> all{{"point", R"(/*
sluice: 1
name: NAME
kind: point
summary: Darkens the corners of an image.
params:
  # A live parameter can change between the frames of a video without compiling anything.
  strength: {default: 0.5, range: [0, 1], live: true, help: 0 leaves the image as it is; 1 makes the corners black.}
*/

// V holds the values of several pixels, so write it with operators, functions of OpenCL such as sqrt, and ?:.
// Arguments are bound by name: parameters, X and Y (the column and row of each pixel), width, height and
// channels of the image, and white (the pixel value of white: 255 for 8 bits, 1 for floats).
V NAME(V v, V X, V Y, REAL strength, REAL width, REAL height) {
    const V x = X / width - (REAL)0.5, y = Y / height - (REAL)0.5;
    return v * ((V)(1) - 2 * strength * (x * x + y * y));
}
)"},
                                           {"stencil", R"(/*
sluice: 1
name: NAME
kind: stencil
summary: Makes each pixel the mean of a square.
params:
  radius: {type: integer, default: 1, range: [0, 20], unit: px, help: Distance from the pixel to the edges of the square.}
# How far the function reads from its pixel: a number or a formula of parameters. A read beyond it is an error.
reach: radius
# What lies outside of the image: clamp (the nearest pixel), mirror, wrap or constant (black).
border: clamp
*/

// AT(src, dx, dy) is the pixel dx columns to the right and dy rows below. dx and dy are integers, and the same
// for all pixels. V holds the values of several pixels.
V NAME(SRC src, int radius) {
    V sum = (V)(0);
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) sum += AT(src, dx, dy);
    const int side = 2 * radius + 1;
    return sum / (REAL)(side * side);
}
)"},
                                           {"reduce", R"(/*
sluice: 1
name: NAME
kind: reduce
summary: Finds the contrast of an image.
params:
  scale: {default: 1, range: [0, 1000], live: true, help: The contrast is multiplied by it.}
# What is measured: the parameters of the stage reduce ('sluice stages reduce').
measure: {quantities: [count, min, max], group: channel}
# The values of the result. Other stages read them by name, and 'sluice run' prints them.
fields: [contrast]
*/

// Called for each row of the table (a layer of the image) and each channel. `stats` has what was measured.
void NAME(int row, int channel, TABLE stats, TABLE result, REAL scale) {
    const bool any = stats_count(row, channel) > 0;
    const REAL low = (REAL)stats_min(row, channel), high = (REAL)stats_max(row, channel);
    result_contrast(row, channel) = any ? (float)((high - low) * scale) : 0;
}
)"},
                                           {"source", R"(/*
sluice: 1
name: NAME
kind: source
summary: Makes an image of squares.
params:
  width: {type: integer, default: 640, range: [1, 20000], unit: px, help: Width of the image.}
  height: {type: integer, default: 480, range: [1, 20000], unit: px, help: Height of the image.}
  side: {type: integer, default: 40, range: [1, 1000], unit: px, live: true, help: Side of a square.}
# The format of the image: numbers or formulas of parameters, and a pixel type.
result: {width: width, height: height, channels: 1, pixel: u8}
*/

// X and Y are the column and the row of each pixel; VI holds integers, V would hold numbers.
V NAME(VI X, VI Y, int side, REAL white) {
    const VI odd = (X / (VI)(side) + Y / (VI)(side)) & (VI)(1);
    return odd == (VI)(1) ? (V)(white) : (V)(0);
}
)"}};
    return all;
}

}  // namespace

const std::vector<std::string>& new_kernel_kinds() {
    static const std::vector<std::string> kinds = [] {
        std::vector<std::string> words;
        for (const auto& [kind, text] : templates()) words.push_back(kind);
        return words;
    }();
    return kinds;
}

std::string new_kernel(const std::string& name, const std::string& kind) {
    for (const auto& [known, text] : templates()) {
        if (known != kind) continue;
        std::string kernel = text;
        for (std::size_t at = 0; (at = kernel.find("NAME", at)) != std::string::npos; at += name.size())
            kernel.replace(at, 4, name);
        return kernel;
    }
    return "";
}

}  // namespace sluice::apps
