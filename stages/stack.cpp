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
                              "Makes one image of several of one scene, pixel by pixel: less noise, and "
                              "without what is in few of them.")
        .also({{"evaluate-sequence", "mean"}, {"tmix", "mean"}})
        .images_in("image",
                   "An image; those behind the first are brought to white and channels of the first.", 2,
                   most_stacked)
        .image_out("dst", "The result, in the format of the first; so is its alpha.")
        .example("median")
        .param("method", &Stack::method,
               "mean: as numpy's. median: as numpy's, of an even number the mean of the two in the middle. "
               "sigma: the mean of what is left by kappa-sigma clipping. What is not finite is left out; "
               "where nothing else is there, the result is NaN.",
               choices{"mean", "median", "sigma"})
        .param(
            "kappa", &Stack::kappa,
            "Values are left out that are farther from the mean than so many standard deviations (ddof 0). "
            "Among n images none is farther than sqrt(n - 1) of them: 3 wants more than 10 images.",
            range(1, 100), sigma, live)
        .param("iterations", &Stack::iterations, "How often that is done, with what was left before.",
               range(1, 20), sigma)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
