#include "stages/shared/filter.hpp"
#include "stages/shared/gaussian_weights.hpp"

namespace sluice::stages {
namespace {

struct Unsharp {
    std::vector<double> sigma{1};
    double amount = 1, threshold = 0;
};

void expand(const Unsharp& p, Expansion& e) {
    const Expansion::Edge src = e.input().value();
    const Kernel kernel{gaussian_weights(p.sigma.front()), gaussian_weights(p.sigma.back())};
    const Expansion::Edge blurred = convolved(e, src, Weigh::weigh, real_of(e.format(src).pixel), kernel);
    e.output(
        e.add("sharpened", "sharpened", {{"amount", p.amount}, {"threshold", p.threshold}}, {src, blurred}));
}

}  // namespace

StageDef unsharp() {
    return composition<Unsharp>("unsharp",
                                "Sharpens: adds how far each colour lies from its blurred neighbourhood.")
        .also({{"sharpen", "1"}, {"unsharp-mask", "1"}, {"usm", "1"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result; alpha is that of the image.")
        .example("1 amount=0.8 threshold=0.01")
        .param("sigma", &Unsharp::sigma, "The deviation of the blur, for x and y or for each.", count(1, 2),
               range(0, 250), unit("px"), live_while("its reach stays"))
        .param("amount", &Unsharp::amount,
               "How much of the difference is added; 1.5 is what Pillow calls 150 percent.", range(0, 100),
               live)
        .param("threshold", &Unsharp::threshold, "A difference up to this is left alone: 0.012 is 3 of 255.",
               range(0, 1), of_white, live)
        .expand(expand);
}

}  // namespace sluice::stages
