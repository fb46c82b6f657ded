// normalize: its parameters in the words of tests/reference/normalize.hpp; the bounds are in normalize/.
#include "tests/reference/match.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/convert.hpp"
#include "tests/reference/stages/normalize/lifted.hpp"

#include <limits>
#include <stdexcept>

namespace sluice::reference::stages {
namespace {

NormalizeCall call_of(const Values& params) {
    NormalizeCall call;
    call.mode = word_of(params, "mode");
    NormalizeOptions& options = call.options;
    options.out = pair_of(params, "out");
    if (const auto ends = numbers_of(params, "in"); ends && ends->size() == 2)
        options.in = {ends->at(0), ends->at(1)};
    else if (ends)
        for (std::size_t i = 0; i + 1 < ends->size(); i += 2)
            options.in_each.push_back({ends->at(i), ends->at(i + 1)});
    options.clamp = truth_of(params, "clamp");
    options.group = grouping_of(params);
    options.counted = counted_of(params);
    const std::string constant = word_of(params, "constant");
    options.constant = constant == "low"    ? ConstantRule::low
                       : constant == "mid"  ? ConstantRule::mid
                       : constant == "zero" ? ConstantRule::zero
                                            : ConstantRule::keep;
    options.strength = number_of(params, "strength").value_or(1);
    options.independence = number_of(params, "independence").value_or(1);
    options.space = named<Space>(params, "space");
    options.pixel = named<Pixel>(params, "pixel");
    call.low = number_of(params, "low").value_or(1);
    call.high = number_of(params, "high").value_or(99);
    if ((call.mode == "equalize" || call.mode == "clahe") && word_of(params, "group") != "channel" &&
        word_of(params, "group") != "joint")
        options.group = Grouping::luma;
    StandardizeOptions& standardize = call.standardize;
    if (const auto list = numbers_of(params, "mean")) standardize.mean = *list;
    if (const auto list = numbers_of(params, "std")) standardize.std = *list;
    call.preset = word_of(params, "preset");
    call.smooths = number_of(params, "smoothing").value_or(1) > 1;
    call.clahe.group = options.group;
    call.clahe.alpha = options.counted.alpha;
    call.clahe.clip_limit = number_of(params, "clip_limit").value_or(40);
    if (const auto tiles = pair_of(params, "tiles"))
        call.clahe.tiles = {static_cast<std::size_t>((*tiles)[0]), static_cast<std::size_t>((*tiles)[1])};
    call.saturation_threshold = number_of(params, "saturation_threshold").value_or(0.9);
    standardize.ddof = static_cast<int>(number_of(params, "ddof").value_or(0));
    standardize.epsilon = number_of(params, "epsilon").value_or(0);
    standardize.scale = number_of(params, "scale").value_or(1);
    standardize.shift = number_of(params, "shift").value_or(0);
    if (call.mode != "minmax" && call.mode != "percentile" && call.mode != "standardize" &&
        call.mode != "equalize" && call.mode != "clahe" && call.mode != "match" && call.mode != "grayworld")
        throw std::logic_error("the reference of normalize knows no mode " + call.mode);
    return call;
}

// By the histogram of the other image; of one that may be another nothing is known.
NormalizedBounds bounded_match(const StageCall& call) {
    const Bounded &src = call.image(), &other = call.image(2);
    const Bounded* mask = call.if_connected(1);
    ImageFormat alike = other.format();
    alike.pixel = src.format().pixel;
    alike.white = src.format().white;
    if (src.format().colors() == 1 && alike.colors() == 3) alike.channels = 1;
    const Bounded wanted = bounded_convert(other, alike);
    MatchOptions options{grouping_of(call.values), counted_of(call.values)};
    if (mask != nullptr) options.counted.mask = mask->expected.view();
    Normalized done = match(src.expected.view(), wanted.expected.view(), options);
    const bool sure = src.exact && wanted.exact && (mask == nullptr || zero_is_certain(*mask));
    NormalizedBounds result{exactly(std::move(done.image)), done.warns(), sure};
    if (!sure) widen(result.image, {0, std::numeric_limits<double>::infinity()});
    return result;
}

NormalizedBounds normalized(const StageCall& call) {
    if (word_of(call.values, "mode") == "match") return bounded_match(call);
    const NormalizeCall how = call_of(call.values);
    const std::string stretch = word_of(call.values, "stretch");
    if (stretch == "linear" || (how.mode != "minmax" && how.mode != "percentile"))
        return bounded_normalize(call.image(), call.if_connected(1), how);
    return bounded_lift(call.image(), call.if_connected(1), how, {stretch, number_of(call.values, "lift")});
}

}  // namespace

StageReference normalize() {
    return {.image = [](const StageCall& call) -> StageResult {
        NormalizedBounds done = normalized(call);
        StageResult result{std::move(done.image)};
        if (done.counts_surely) result.warns = done.warns;
        return result;
    }};
}

}  // namespace sluice::reference::stages
