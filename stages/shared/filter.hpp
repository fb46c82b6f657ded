// What compositions around a separable Gather share: alpha weighs colours, and light may be linear.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

#include <functional>
#include <string>

namespace sluice::stages {

enum class Weigh { weigh, straight };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 2> names_of<stages::Weigh>{"weigh", "straight"};
}  // namespace sluice

namespace sluice::stages {

inline constexpr const char* alpha_doc =
    "weigh: colours count as much as they are opaque, so that what nobody sees leaves no fringe; straight: "
    "alpha "
    "is a channel like the others.";

// A Gather that is given the image and the pixel type of its result.
using Filter = std::function<Expansion::Edge(Expansion::Edge image, Pixel pixel)>;

// The image filtered, in its own pixel type; between the filter and what stands around it nothing is rounded.
inline Expansion::Edge filtered(Expansion& e, Expansion::Edge image, Weigh alpha, const Filter& filter) {
    const ImageFormat src = e.format(image);
    if (alpha == Weigh::straight || !src.has_alpha()) return filter(image, src.pixel);
    image = e.add("premultiply", "premultiply", {}, {image});
    image = filter(image, e.format(image).pixel);
    return e.add("unpremultiply", "unpremultiply", {{"pixel", value_of(src.pixel)}, {"white", src.white}},
                 {image});
}

}  // namespace sluice::stages
