#include "stages/shared/second.hpp"

namespace sluice::stages {
namespace {

struct Compare {
    std::string metric = "mse";
};

// As real numbers, of which differences lose nothing.
void expand(const Compare& p, Expansion& e) {
    const ImageFormat a = e.format(e.input().value());
    const Values real{{"pixel", value_of(real_of(a.pixel))}, {"white", a.white_value()}};
    const auto image = e.add("convert", "real", real, {e.input()});
    const auto difference = e.add("absdiff", "difference", {}, {image, e.input(1)});
    const Values all{{"group", "joint"}, {"alpha", "exclude"}};
    const auto stats = e.add("reduce", "stats", all, {difference});
    e.output(e.add("compared", "result", {{"metric", p.metric}, {"top", a.white_value()}}, {stats}));
}

}  // namespace

StageDef compare() {
    return composition<Compare>("compare",
                                "How far two images are apart, as a table with a row for each layer.")
        .image_in("a", "The image.")
        .image_in("b", "Another of its size; its values are brought to white and channels of the first.")
        .table_out("result",
                   "One number, named as the metric; of all colours, without alpha and what is no number.",
                   {"mse", "psnr", "mae", "max"})
        .param("metric", &Compare::metric,
               "mse: the mean of the squares of differences, in code values of the first image. psnr: white "
               "squared over that, in dB, as OpenCV's PSNR; infinite where images are equal. mae: the mean "
               "difference. max: the largest.",
               choices{"mse", "psnr", "mae", "max"})
        .refuse(
            [](const Compare&, const StageInputs& inputs) { return apart(inputs.image(0), inputs.image(1)); })
        .expand(expand);
}

}  // namespace sluice::stages
