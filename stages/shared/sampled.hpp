// What compositions share that read an image between its pixels.
#pragma once

#include "stages/shared/filter.hpp"
#include "stages/shared/outside.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sluice::stages {

inline constexpr const char* sampling_doc =
    "Interpolation method. linear mixes neighbouring pixels by their distance. cubic fits a smooth curve (a "
    "= -0.75, as OpenCV's INTER_CUBIC). nearest copies one pixel.";

// kernels/coordinate.clh: places are whole numbers of 2^-40 of a pixel, up to 2^22 pixels away.
inline constexpr int coordinate_bits = 40;
inline constexpr double farthest_coordinate = 0x1p22;

// The columns (or rows) that sampling reads for places between two, both included.
inline Interval sampled(std::int64_t low, std::int64_t high, Sampling sampling) {
    const int taps = taps_of(sampling);
    const std::int64_t half = taps == 1 ? std::int64_t{1} << (coordinate_bits - 1) : 0;
    const std::int64_t before = std::max(taps / 2 - 1, 0), behind = taps / 2;
    return {((low + half) >> coordinate_bits) - before, ((high + half) >> coordinate_bits) + behind + 1};
}
// ... in pixels, of which a device may be off by a part.
inline Interval sampled(double low, double high, double off_by, Sampling sampling) {
    const auto place = [](double pixels) {
        return static_cast<std::int64_t>(std::clamp(pixels, -farthest_coordinate, farthest_coordinate) *
                                         0x1p40);
    };
    return sampled(place(low - off_by), place(high + off_by), sampling);
}

// How an image is sampled; parts have it as parameters of these names.
struct SampledBy {
    Sampling filter;
    EdgeRule edge;
    Color color;
    Weigh alpha;
};

// What a part that samples makes of an image, in the pixel type of the image. `inputs`: its further ones.
inline Expansion::Edge sampled(Expansion& e, const SampledBy& by, const std::string& part, Values values,
                               const std::vector<std::optional<Expansion::Edge>>& inputs = {}) {
    const Expansion::Edge src = e.input().value();
    const ImageFormat format = e.format(src);
    const bool weighs = by.alpha == Weigh::weigh && by.filter != Sampling::nearest;
    const Weigh alpha = weighs ? Weigh::weigh : Weigh::straight;
    values["filter"] = value_of(by.filter);
    values["edge"] = value_of(by.edge);
    values["color"] = outside_lanes(by.color, format, alpha);
    return filtered(e, src, alpha, format.pixel, [&](Expansion::Edge image, Pixel pixel) {
        values["pixel"] = value_of(pixel);
        std::vector<std::optional<Expansion::Edge>> from{image};
        from.insert(from.end(), inputs.begin(), inputs.end());
        return e.add(part, part, values, from);
    });
}

}  // namespace sluice::stages
