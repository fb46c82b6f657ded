#include "stages/shared/second.hpp"

namespace sluice::stages {
namespace {

struct Stack {
    std::string method = "mean";
    double kappa = 3;
    std::int64_t iterations = 1;
};

std::string against(const Stack&, const StageInputs& inputs) {
    for (std::size_t i = 1; i < inputs.images.size(); ++i)
        if (const auto& image = inputs.images[i])
            if (const std::string fault = apart(inputs.image(), *image); !fault.empty()) return fault;
    return "";
}

void expand(const Stack& p, Expansion& e) {
    const Expansion::Edge first = e.input().value();
    std::vector<std::optional<Expansion::Edge>> images{first};
    for (std::size_t i = 1; i < e.inputs().images.size(); ++i)
        if (const auto image = e.input(i))
            images.emplace_back(in_numbers_of(e, e.format(first), *image, "image_" + std::to_string(i + 1)));
    e.output(e.add("stacked", "stacked",
                   {{"method", p.method}, {"kappa", p.kappa}, {"iterations", p.iterations}}, images));
}

}  // namespace

StageDef stack() {
    const only_for sigma("method", {"sigma"});
    return composition<Stack>("stack",
                              "Combines several images of one scene, pixel by pixel: reduces noise and "
                              "removes what only a few images show.")
        .also({{"evaluate-sequence", "mean"}, {"tmix", "mean"}})
        .images_in("image",
                   "Image. All but the first are converted to the white and the channels of the first.", 2,
                   most_stacked)
        .image_out("dst", "The result, in the format of the first image and with its alpha.")
        .example("median")
        .param(
            "method", &Stack::method,
            "How values are combined. mean: as numpy's mean. median: as numpy's median; for an even number, "
            "the mean of the two middle values. sigma: the mean of the values that kappa-sigma clipping "
            "leaves. Values that are not finite are left out; if there are no others, the result is NaN.",
            choices{"mean", "median", "sigma"})
        .param("kappa", &Stack::kappa,
               "Clipping limit: values farther from the mean than this many standard deviations (ddof 0) are "
               "left out. Among n images no value can be farther than sqrt(n - 1), so a limit of 3 needs "
               "more than 10 images.",
               range(1, 100), sigma, live)
        .param("iterations", &Stack::iterations,
               "Number of clipping rounds. Each round uses the values that the round before has left.",
               range(1, 20), sigma)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
