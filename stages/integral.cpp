#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace sluice::stages {
namespace {

struct Integral {
    Pixel pixel = Pixel::f64;
};

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
    const std::string way = "; use pixel=f64";
    if (!is_integer(src.pixel)) return "pixel=i32 is only for sums of integers, not of " + src.text() + way;
    const ValueRange sums = sums_of(src, static_cast<double>(src.width * src.height));
    if (sums.high <= highest(Pixel::i32) && sums.low >= lowest(Pixel::i32)) return "";
    const bool high = sums.high > highest(Pixel::i32);
    return "sums of " + src.text() + " may be " + number_text(high ? sums.high : sums.low) +
           ", but pixel=i32 ends at " + number_text(high ? highest(Pixel::i32) : lowest(Pixel::i32)) + way;
}

// Where items lie side by side: sums along rows, or along columns: of blocks, of blocks of these and so on;
// then back, each with what is before it. So most of the work is done on few pixels.
struct Along {
    bool down;
    Pixel pixel;  // of all sums but the last
    ValueRange meant;

    static constexpr std::int64_t shift = prefix_shift;

    std::size_t size(const ImageFormat& image) const { return down ? image.height : image.width; }
    Values values(Pixel to) const { return {{"down", down}, {"shift", shift}, {"pixel", value_of(to)}}; }

    Expansion::Edge sums(Expansion& e, const std::string& name, Expansion::Edge image, Pixel to) const {
        const std::size_t size_here = size(e.format(image));
        std::vector<std::optional<Expansion::Edge>> inputs{image};
        if (size_here > std::size_t{1} << shift) {
            const std::string of_blocks = name + "_blocks";
            Expansion::Edge blocks = e.add("summed_blocks", of_blocks, values(pixel), {image});
            blocks = sums(e, of_blocks, blocks, pixel);
            Values spread = values(pixel);
            spread["size"] = static_cast<std::int64_t>(size_here);
            inputs.push_back(e.add("summed_spread", name + "_before", spread, {blocks}));
        }
        Values summed = values(to);
        summed["low"] = meant.low;
        summed["high"] = meant.high;
        return e.add("summed", name + "_sums", summed, inputs);
    }
};

// Columns first: strips then have few rows to add along.
Expansion::Edge sums_of_blocks(Expansion& e, Expansion::Edge image, Pixel of_all, Pixel last,
                               ValueRange meant) {
    const ImageFormat src = e.format(image);
    const Pixel of_columns = sum_pixel(src, src.height);
    const Along down{true, of_columns, meant}, across{false, of_all, meant};
    if (src.height > 1) image = down.sums(e, "columns", image, src.width > 1 ? of_columns : last);
    if (src.width > 1 || src.height == 1) image = across.sums(e, "rows", image, last);
    return image;
}

void expand(const Integral& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const auto count = static_cast<double>(src.width * src.height);
    const ValueRange of = src.meant_range();
    const ValueRange meant{std::min(of.low, of.low * count), std::max(of.high, of.high * count)};
    const Pixel of_all = sum_pixel(src, src.width * src.height);
    const Pixel last = p.pixel == Pixel::f32 ? of_all : p.pixel;
    if (e.goes_along())
        image = e.add("summed_up_to", "sums",
                      {{"pixel", value_of(last)}, {"low", meant.low}, {"high", meant.high}}, {image});
    else
        image = sums_of_blocks(e, image, of_all, last, meant);
    if (last != p.pixel)  // added up in double
        image = e.add("rescale", "rounded",
                      {{"pixel", value_of(p.pixel)}, {"white", src.white_value()}, {"keep_numbers", true}},
                      {image});
    e.output(image);
}

}  // namespace

StageDef integral() {
    return composition<Integral>("integral",
                                 "Replaces each pixel by the sum of the rectangle from the first pixel to "
                                 "it: the summed-area table, as integral_image of scikit-image.")
        .also({{"cumsum", ""}, {"integral_image", ""}})
        .image_in("src", "The image.")
        .image_out("dst",
                   "Sums of pixel values, as data, in the size of the image. OpenCV's have one more row and "
                   "column of zeros, which `pad left=1 top=1` adds. Alpha is summed like any other channel; "
                   "put `premultiply` before to weight colours by it.")
        .param("pixel", &Integral::pixel,
               "Pixel type of the sums, which are computed in double precision. f64: sums of integers are "
               "exact up to 2^53. f32: the same, rounded once; above 2^24 some integers cannot be "
               "represented. i32: for integer images whose sums always fit.",
               choices{"f64", "f32", "i32"})
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
