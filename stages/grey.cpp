#include "pipeline/core/luma.hpp"
#include "stages/shared/light.hpp"

#include <algorithm>
#include <array>

namespace sluice::stages {
namespace {

// A name, or three numbers.
struct Weights {
    std::string name;
    std::vector<double> numbers;
};

}  // namespace
}  // namespace sluice::stages

namespace sluice {
template <>
struct ParamField<stages::Weights> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const stages::Weights& v) { return v.name; }
    static stages::Weights from(const Value& v) {
        if (const auto* name = std::get_if<std::string>(&v)) return {*name, {}};
        return {"", std::get<std::vector<double>>(v)};
    }
    static void declare(ParamDecl& p) {
        p.keywords = {"rec709", "rec601", "average", "max", "lightness"};
        p.min_count = p.max_count = 3;
        p.low = -100, p.high = 100;
    }
};
}  // namespace sluice

namespace sluice::stages {
namespace {

struct Grey {
    Weights weights{"rec709", {}};

    // Whole numbers where there are, so that sums of 8 bit are exact before they are divided.
    std::array<double, 4> weighed() const {
        if (weights.name == "rec709") return {luma_parts[0], luma_parts[1], luma_parts[2], 10000};
        if (weights.name == "rec601") return {299, 587, 114, 1000};
        if (weights.name == "average") return {1, 1, 1, 3};
        return {weights.numbers[0], weights.numbers[1], weights.numbers[2], 1};
    }
    bool of_ends() const { return weights.name == "max" || weights.name == "lightness"; }
};

ImageFormat infer(const Grey& p, const StageInputs& inputs) {
    ImageFormat dst = inputs.image();
    dst.channels = dst.has_alpha() ? 2 : 1;
    dst.grey_alpha = dst.channels == 2;
    if (inputs.image().colors() == 3 && !p.weights.numbers.empty()) dst.meant.reset();
    return dst;
}

}  // namespace

StageDef grey() {
    return point<Grey>(
               "grey",
               "Converts colours to grey. The result has one channel, and alpha if the image has alpha.")
        .also({{"grayscale", ""},
               {"greyscale", ""},
               {"gray", ""},
               {"desaturate", ""},
               {"monochrome", ""},
               {"rgb2gray", ""}})
        .param("weights", &Grey::weights,
               "Weights of R, G and B: a name, or three numbers. rec709: 0.2126, 0.7152, 0.0722, as "
               "skimage's rgb2gray. rec601: 0.299, 0.587, 0.114, as OpenCV's cvtColor and Pillow. average: a "
               "third each. max: the largest value (V of HSV). lightness: the middle between largest and "
               "smallest (L of HSL).",
               live_while("it does not change to or from max or lightness"))
        .refuse([](const Grey&, const StageInputs& inputs) { return not_rgb(inputs.image()); })
        .infer(infer)
        .function([](const Grey& p, const StageInputs& inputs) -> KernelFunction {
            if (inputs.image().colors() == 1) return {"grey", "grey"};
            return {"grey", p.of_ends() ? "grey_" + p.weights.name : dividing("grey_weighed", inputs)};
        })
        .constants([](const Grey& p, const StageInputs& inputs) -> std::vector<Constant> {
            if (p.of_ends()) return {};
            const auto [red, green, blue, all] = p.weighed();
            const double by = is_integer(inputs.image().pixel) ? 1 : all;  // large floats must not overflow
            return {{"red", red / by}, {"green", green / by}, {"blue", blue / by}, {"all", all / by}};
        });
}

}  // namespace sluice::stages
