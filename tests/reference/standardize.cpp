#include "tests/reference/standardize.hpp"

#include "tests/reference/compensated_sum.hpp"
#include "tests/reference/map_groups.hpp"

#include <cmath>

namespace sluice::reference {
namespace {

struct Moments {
    Real mean = 0, variance = 0;
};

// Of what a group counted; nullopt when that is nothing.
std::optional<Moments> moments(const ConstHostView& src, std::size_t layer, const ChannelGroup& group,
                               const StandardizeOptions& options, std::optional<Real> given_mean) {
    std::size_t count = 0;
    CompensatedSum sum, squares;
    for_each_counted(src, layer, group, options.counted, [&](Real v) {
        if (!std::isfinite(v)) return;
        ++count;
        sum.add(v);
    });
    if (count == 0) return std::nullopt;
    const Real mean = given_mean ? *given_mean : sum.value() / static_cast<Real>(count);
    for_each_counted(src, layer, group, options.counted, [&](Real v) {
        if (std::isfinite(v)) squares.add((v - mean) * (v - mean));
    });
    const Real freedom = static_cast<Real>(count) - static_cast<Real>(options.ddof);
    return Moments{mean, freedom <= 0 ? 0 : squares.value() / freedom};
}

std::optional<Real> given(const std::vector<double>& values, std::size_t index) {
    if (values.empty()) return std::nullopt;
    return values.size() == 1 ? values[0] : values.at(index);
}

}  // namespace

Normalized standardize(const ConstHostView& src, const StandardizeOptions& options) {
    const std::optional<Pixel> pixel =
        !options.pixel && is_integer(src.format.pixel) ? std::optional(Pixel::f32) : options.pixel;
    const GroupMapping mapping{options.group, options.counted.alpha, pixel, options.nan_value};
    return map_groups(
        src, mapping, [&](std::size_t layer, const ChannelGroup& group, std::size_t index) -> Map {
            const std::optional<Real> mean = given(options.mean, index), std = given(options.std, index);
            std::optional<Moments> found;
            if (mean && std)
                found = Moments{*mean, 0};
            else
                found = moments(src, layer, group, options, mean);
            if (!found) return {};
            const Real variance = std ? *std * *std : found->variance;
            const Real deviation = std::sqrt(variance + options.epsilon);
            return [&options, deviation, mean = found->mean](Real v) -> Real {
                if (std::isnan(v)) return v;
                return deviation == 0 ? options.shift
                                      : options.scale * (v - mean) / deviation + options.shift;
            };
        });
}

}  // namespace sluice::reference
