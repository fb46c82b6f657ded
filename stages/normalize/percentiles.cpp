// Two percentiles, digit by digit.
#include "stages/normalize/modes.hpp"

#include <numeric>

namespace sluice::stages {
namespace {

// The keys of values (see Digit): how many bits, 0 of them for integers as stretch_range counts, and in which
// digits they are found.
struct Keys {
    int bits;
    std::vector<int> digits;
};
Keys keys_of(const ImageFormat& src, bool luma) {
    if (is_integer(src.pixel) && !luma) {
        if (bytes(src.pixel) == 1) return {0, {8}};
        return {0, bytes(src.pixel) == 2 ? std::vector<int>{8, 8} : std::vector<int>{11, 11, 10}};
    }
    if (real_of(src.pixel) == Pixel::f64) return {64, {11, 11, 11, 11, 11, 9}};
    return {32, {11, 11, 10}};
}

}  // namespace

// Each digit counts the values that begin like what was found before.
Expansion::Edge percentiles(const Normalize& p, Expansion& e, Expansion::Edge image, Group group, bool luma,
                            const std::string& name) {
    const ImageFormat src = e.format(image);
    const Keys keys = keys_of(src, luma);
    int shift = std::accumulate(keys.digits.begin(), keys.digits.end(), 0);
    std::optional<Expansion::Edge> stats, before;
    for (std::size_t i = 0; i < keys.digits.size(); ++i) {
        const std::string step = i == 0 ? "" : "_" + std::to_string(i + 1);
        shift -= keys.digits[i];
        Values values = counted(p, group);
        values["shift"] = static_cast<std::int64_t>(shift);
        values["bits"] = static_cast<std::int64_t>(keys.digits[i]);
        if (i == 0 && name == "stats") values["observed"] = std::vector<std::string>{"min", "max"};
        const auto counts = e.add("digits", name + step, values, {image, e.input(1), before});
        if (i == 0) stats = counts;
        const bool last = i + 1 == keys.digits.size();
        before = e.add("narrow", name + (last ? "_percentiles" : "_keys" + step),
                       {{"low", p.low},
                        {"high", p.high},
                        {"bits", values["bits"]},
                        {"key", static_cast<std::int64_t>(keys.bits)},
                        {"pixel", value_of(src.pixel)}},
                       {counts, before, last ? stats : std::nullopt});
    }
    return *before;
}

}  // namespace sluice::stages
