#include "stages/shared/boxes.hpp"
#include "stages/shared/gaussian_weights.hpp"
#include "stages/shared/second.hpp"

namespace sluice::stages {
namespace {

struct Compare {
    std::string metric = "mse";
};

// Windows of SSIM reach so far; those that would reach outside of the image do not count.
constexpr std::size_t window_reach = 5;

// As real numbers, of which differences lose nothing. These do not tell any longer that they come from signed
// integers, beside which numbers stay what they are: they do so in the white of the second image.
Expansion::Edge difference(Expansion& e) {
    const ImageFormat a = e.format(e.input().value()), b = e.format(e.input(1).value());
    const double white = numbers_stay(a, b) ? b.white_value() : a.white_value();
    const Values real{{"pixel", value_of(real_of(a.pixel))}, {"white", white}, {"scale", "none"}};
    const auto image = e.add("convert", "real", real, {e.input()});
    return e.add("absdiff", "difference", {}, {image, e.input(1)});
}

// How alike both are around each pixel, from means within its window.
Expansion::Edge likeness(Expansion& e) {
    const Expansion::Edge a = e.input().value();
    const ImageFormat first = e.format(a);
    const Expansion::Edge b = in_numbers_of(e, first, e.input(1).value(), "second");
    const Kernel window{gaussian_weights(1.5, 3.5), gaussian_weights(1.5, 3.5)};
    const auto mean = [&](const std::string& name, Expansion::Edge image) {
        return e.add(
            "weighed", name,
            {{"columns", window.columns}, {"rows", window.rows}, {"pixel", value_of(e.format(image).pixel)}},
            {image});
    };
    const auto of_a = e.add("centred", "a", {}, {a}), of_b = e.add("centred", "b", {}, {b});
    return e.add(
        "structure", "structure",
        {{"middle_a", middle_of(first)}, {"middle_b", middle_of(e.format(b))}, {"top", first.white_value()}},
        {mean("mean_a", of_a), mean("mean_b", of_b), mean("squares_a", product(e, "a_squared", of_a, of_a)),
         mean("squares_b", product(e, "b_squared", of_b, of_b)),
         mean("products", product(e, "times", of_a, of_b))});
}

void expand(const Compare& p, Expansion& e) {
    const ImageFormat a = e.format(e.input().value());
    Values all{{"group", "joint"}, {"alpha", "exclude"}};
    if (p.metric == "ssim")
        all["region"] = value_of(
            Rect{window_reach, window_reach, a.width - 2 * window_reach, a.height - 2 * window_reach});
    const auto stats = e.add("reduce", "stats", all, {p.metric == "ssim" ? likeness(e) : difference(e)});
    e.output(e.add("compared", "result", {{"metric", p.metric}, {"top", a.white_value()}}, {stats}));
}

std::string refuse(const Compare& p, const StageInputs& inputs) {
    const ImageFormat& a = inputs.image();
    const std::string fault = apart(a, inputs.image(1));
    constexpr std::size_t window = 2 * window_reach + 1;
    if (fault.empty() && p.metric == "ssim" && (a.width < window || a.height < window))
        return "ssim needs windows of 11 x 11 pixels, which do not fit in " + a.text();
    return fault;
}

}  // namespace

StageDef compare() {
    return composition<Compare>(
               "compare",
               "Measures how different two images are. The result is a table with a row for each layer.")
        .also({{"psnr", "psnr"}, {"ssim", "ssim"}, {"mse", "mse"}, {"rmse", "mse"}})
        .image_in("a", "The image.")
        .image_in(
            "b",
            "Image of the same size. Its values are converted to the white and the channels of the first.")
        .table_out("result",
                   "One number, named after the metric, for all colours. Alpha, NaN and infinite values are "
                   "left out.",
                   {"mse", "psnr", "mae", "max", "ssim"})
        .param(
            "metric", &Compare::metric,
            "mse: mean squared difference, in pixel values of the first image. psnr: white squared divided "
            "by mse, in dB, as OpenCV's PSNR; it is infinite (\"inf\" in JSON) if the images are equal. mae: "
            "mean absolute difference. max: largest difference. ssim: mean structural similarity (Wang and "
            "others, 2004) of each colour, in Gaussian windows of 11 x 11 pixels with a standard deviation "
            "of 1.5, K1 = 0.01, K2 = 0.03; it is 1 if the images are equal. Only windows inside the image "
            "count, as in scikit-image with gaussian_weights and without use_sample_covariance.",
            choices{"mse", "psnr", "mae", "max", "ssim"})
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
