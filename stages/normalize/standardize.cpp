// standardize: mean and deviation become those that were asked for.
#include "stages/normalize/modes.hpp"

#include "pipeline/graph/meant_range.hpp"

namespace sluice::stages {

void expand_standardize(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    ImageFormat dst = src;
    dst.pixel = p.pixel.value_or(is_integer(src.pixel) ? Pixel::f32 : src.pixel);
    if (dst.pixel != src.pixel) dst.white = 0;

    std::vector<double> mean = given(p.mean, src);
    std::vector<double> std = given(p.std, src);
    if (p.preset == "inception") mean = std = {0.5};
    if (p.preset == "imagenet") mean = {0.485, 0.456, 0.406}, std = {0.229, 0.224, 0.225};
    if (p.preset != "none")  // they are for values from 0 to 1
        for (auto* list : {&mean, &std})
            for (double& value : *list) value *= src.white_value();

    std::optional<Expansion::Edge> stats;
    if (mean.empty() || std.empty()) {
        Values values = counted(p, p.grouping());
        std::vector<std::string> quantities{"count", "mean", "std"};
        if (!is_integer(src.pixel))  // tell apart what is constant and what is too far from zero
            quantities.insert(quantities.end(), {"min", "max"});
        values["quantities"] = quantities;
        stats = e.add("reduce", "stats", values, {image, e.input(1)});
    }
    const bool doubles = in_double(src, dst);
    std::optional<Expansion::Edge> stream;
    if (stats && p.smooths()) {
        const Values given{{"mean", mean}, {"std", std}, {"ddof", value_of(p.ddof)}, {"doubles", doubles}};
        const auto moments = e.add("moments", "moments", given, {stats});
        stream = smoothed(p, e, "smoothed", {std::nullopt, moments}, doubles);
        stats.reset();
    }
    const Expansion::Edge line = e.add("standard_line", "line",
                                       {{"mean", mean},
                                        {"std", std},
                                        {"data", src.colors() == 2},
                                        {"ddof", value_of(p.ddof)},
                                        {"epsilon", p.epsilon},
                                        {"scale", p.scale},
                                        {"shift", p.shift},
                                        {"units", units_of(src, dst)},
                                        {"doubles", doubles}},
                                       {stats, stream});
    e.output(
        e.add("standardize", "standardize",
              {{"pixel", value_of(dst.pixel)},
               {"white", dst.white},
               {"alpha", p.alpha == AlphaRule::include},
               {"meant", value_of(standardized(src.meant_range(), mean, std, p.epsilon, p.scale, p.shift))}},
              {image, line}));
}

}  // namespace sluice::stages
