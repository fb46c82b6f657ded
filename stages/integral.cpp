#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace sluice::stages {
namespace {

struct Integral {
    Pixel pixel = Pixel::f64;
};

// One of the passes: sums of `taps` pixels that stand `step` apart.
struct SummedPass {
    bool down;
    std::size_t taps, step;
};

// Each pass adds up as many of the sums that the one before has found, which grow 16 times as long.
void add_passes(std::vector<SummedPass>& passes, bool down, std::size_t size) {
    constexpr std::size_t most = 16;
    for (std::size_t step = 1; step < size; step *= most)
        passes.push_back({down, std::min(most, (size + step - 1) / step), step});
}

// Columns first: strips then have few rows to add along.
std::vector<SummedPass> passes_of(const ImageFormat& image) {
    std::vector<SummedPass> passes;
    add_passes(passes, true, image.height);
    add_passes(passes, false, image.width);
    if (passes.empty()) passes.push_back({false, 1, 1});  // of one pixel
    return passes;
}

// The sum of so many of the lowest and of so many of the highest numbers that its type has.
ValueRange sums_of(const ImageFormat& image, double count) {
    return {std::min(lowest(image.pixel) * count, 0.0), highest(image.pixel) * count};
}

// Half as wide as f64, where it holds all sums of so many pixels.
Pixel sum_pixel(const ImageFormat& image, std::size_t count) {
    if (!is_integer(image.pixel)) return Pixel::f64;
    const ValueRange sums = sums_of(image, static_cast<double>(count));
    return std::max(-sums.low, sums.high) <= 0x1p24 ? Pixel::f32 : Pixel::f64;
}

std::string refuse(const Integral& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (p.pixel != Pixel::i32) return "";
    const std::string way = "; pixel=f64 holds them";
    if (!is_integer(src.pixel)) return "pixel=i32 is for sums of integers, not of " + src.text() + way;
    const ValueRange sums = sums_of(src, static_cast<double>(src.width * src.height));
    if (sums.high <= highest(Pixel::i32) && sums.low >= lowest(Pixel::i32)) return "";
    const bool high = sums.high > highest(Pixel::i32);
    return "sums of " + src.text() + " may be " + number_text(high ? sums.high : sums.low) +
           ", and pixel=i32 ends at " + number_text(high ? highest(Pixel::i32) : lowest(Pixel::i32)) + way;
}

void expand(const Integral& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const std::vector<SummedPass> passes = passes_of(src);
    std::size_t columns = 1, rows = 1;  // of the rectangles whose sums are known
    for (std::size_t i = 0; i < passes.size(); ++i) {
        const SummedPass& pass = passes[i];
        std::size_t& side = pass.down ? rows : columns;
        side = std::min(side * pass.taps, pass.down ? src.height : src.width);
        const Pixel pixel = i + 1 == passes.size() ? p.pixel : sum_pixel(src, columns * rows);
        image = e.add("summed", (pass.down ? "rows_" : "columns_") + std::to_string(side),
                      {{"down", pass.down},
                       {"taps", static_cast<std::int64_t>(pass.taps)},
                       {"step", static_cast<std::int64_t>(pass.step)},
                       {"pixel", value_of(pixel)}},
                      {image});
    }
    e.output(image);
}

}  // namespace

StageDef integral() {
    return composition<Integral>("integral",
                                 "Makes each pixel the sum of all above and to the left of it, its row, its "
                                 "column and itself too: the "
                                 "summed-area table, as scikit-image's integral_image.")
        .image_in("src", "The image.")
        .image_out("dst",
                   "Sums of code values, as data, in the size of the image; those of OpenCV have a row and a "
                   "column of "
                   "zeros more, which `pad left=1 top=1` adds. Alpha is a channel like the others and is "
                   "summed too; "
                   "`premultiply` before lets it weigh colours.")
        .param(
            "pixel", &Integral::pixel,
            "The pixel type of the sums. f64: those of integers are exact up to 2^53. f32: the same rounded "
            "once, so that above 2^24 not all whole numbers are there. i32: of integers, where no sum can "
            "be too large for it.",
            choices{"f64", "f32", "i32"})
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
