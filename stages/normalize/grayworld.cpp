// grayworld: the means of the colours become the same.
#include "stages/normalize/modes.hpp"

namespace sluice::stages {

void expand_grayworld(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    if (src.colors() == 1) return e.output(image);  // grey has no colour to balance
    const auto mask =
        e.add("unsaturated", "unsaturated", {{"threshold", p.saturation_threshold}}, {image, e.input(1)});
    Values values = counted(p, Group::channel);
    values["quantities"] = std::vector<std::string>{"count", "mean"};
    const auto stats = e.add("reduce", "stats", values, {image, mask});
    const auto gain = e.add("grayworld_gain", "gain", {{"doubles", in_double(src, src)}}, {stats});
    e.output(e.add("white_balance", "balance", {}, {image, gain}));
}

}  // namespace sluice::stages
