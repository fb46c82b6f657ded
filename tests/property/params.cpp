#include "tests/property/params.hpp"

#include <stdexcept>

namespace sluice::property {
namespace {

template <class T>
const T* find(const Values& params, const std::string& name) {
    const auto at = params.find(name);
    return at == params.end() ? nullptr : std::get_if<T>(&at->second);
}

template <class Enum>
std::optional<Enum> named(const Values& params, const std::string& parameter) {
    const std::string word = word_of(params, parameter);
    for (std::size_t i = 0; i < names_of<Enum>.size(); ++i)
        if (names_of<Enum>[i] == word) return static_cast<Enum>(i);
    return std::nullopt;
}

bool truth(const Values& params, const std::string& name) {
    const bool* v = find<bool>(params, name);
    return v != nullptr && *v;
}

}  // namespace

std::optional<double> number_of(const Values& params, const std::string& name) {
    if (const auto* v = find<double>(params, name)) return *v;
    if (const auto* v = find<std::int64_t>(params, name)) return static_cast<double>(*v);
    return std::nullopt;
}

std::optional<std::array<double, 2>> pair_of(const Values& params, const std::string& name) {
    if (const auto* v = find<std::vector<double>>(params, name)) return std::array{v->at(0), v->at(1)};
    return std::nullopt;
}

std::string word_of(const Values& params, const std::string& name) {
    const auto* v = find<std::string>(params, name);
    return v == nullptr ? "" : *v;
}

reference::Grouping grouping_of(const Values& params) {
    const std::string group = word_of(params, "group");
    return group == "joint"  ? reference::Grouping::joint
           : group == "luma" ? reference::Grouping::luma
                             : reference::Grouping::channel;
}

reference::Counted counted_of(const Values& params) {
    reference::Counted counted;
    counted.alpha = named<AlphaRule>(params, "alpha").value_or(AlphaRule::visible);
    if (const auto* v = find<std::vector<double>>(params, "region")) {
        const auto at = [&](std::size_t i) { return static_cast<std::size_t>(v->at(i)); };
        counted.region = Rect{at(0), at(1), at(2), at(3)};
    }
    return counted;
}

NormalizeCall normalize_call(const Values& params) {
    NormalizeCall call;
    call.mode = word_of(params, "mode");
    reference::NormalizeOptions& options = call.options;
    options.out = pair_of(params, "out");
    options.in = pair_of(params, "in");
    options.clamp = truth(params, "clamp");
    options.group = grouping_of(params);
    options.counted = counted_of(params);
    const std::string constant = word_of(params, "constant");
    options.constant = constant == "low"    ? reference::ConstantRule::low
                       : constant == "mid"  ? reference::ConstantRule::mid
                       : constant == "zero" ? reference::ConstantRule::zero
                                            : reference::ConstantRule::keep;
    options.strength = number_of(params, "strength").value_or(1);
    options.independence = number_of(params, "independence").value_or(1);
    options.space = named<Space>(params, "space");
    options.pixel = named<Pixel>(params, "pixel");
    call.low = number_of(params, "low").value_or(1);
    call.high = number_of(params, "high").value_or(99);
    if ((call.mode == "equalize" || call.mode == "clahe") && word_of(params, "group") != "channel" &&
        word_of(params, "group") != "joint")
        options.group = reference::Grouping::luma;
    reference::StandardizeOptions& standardize = call.standardize;
    if (const auto* list = find<std::vector<double>>(params, "mean")) standardize.mean = *list;
    if (const auto* list = find<std::vector<double>>(params, "std")) standardize.std = *list;
    call.preset = word_of(params, "preset");
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
        call.mode != "equalize" && call.mode != "clahe" && call.mode != "grayworld")
        throw std::logic_error("the reference of random graphs knows no mode " + call.mode);
    return call;
}

ImageFormat converted_format(const Values& params, const ImageFormat& src) {
    ImageFormat dst = src;
    dst.pixel = named<Pixel>(params, "pixel").value_or(src.pixel);
    dst.space = named<Space>(params, "space").value_or(src.space);
    if (const auto channels = number_of(params, "channels")) {
        dst.channels = static_cast<int>(*channels);
        dst.grey_alpha = dst.channels == 2;
    }
    if (dst.pixel != src.pixel) dst.white = 0;
    if (const auto white = number_of(params, "white")) dst.white = *white;
    return dst;
}

}  // namespace sluice::property
