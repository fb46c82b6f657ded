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
    return composition<Unsharp>(
               "unsharp", "Sharpens an image: adds the difference between the image and a blurred copy.")
        .also({{"sharpen", "1"}, {"unsharp-mask", "1"}, {"usm", "1"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, with the alpha of the image.")
        .example("1 amount=0.8 threshold=0.01")
        .param("sigma", &Unsharp::sigma,
               "Standard deviation of the blur: one number, or one for x and one for y.", count(1, 2),
               range(0, 250), unit("px"), live_while("the kernel keeps its size"))
        .param("amount", &Unsharp::amount,
               "Amount of the difference that is added. 1.5 is 150 percent in Pillow.", range(0, 100), live)
        .param("threshold", &Unsharp::threshold,
               "Smallest difference that is sharpened; smaller ones are left alone. 0.012 is 3 of 255.",
               range(0, 1), of_white, live)
        .expand(expand);
}

}  // namespace sluice::stages
