// What compositions around a separable Gather share: alpha weighs colours, and light may be linear.
#pragma once

#include "stages/shared/outside.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sluice::stages {

enum class Weigh { weigh, straight };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 2> names_of<stages::Weigh>{"weigh", "straight"};
}  // namespace sluice

namespace sluice::stages {

inline constexpr const char* alpha_doc =
    "How transparent pixels are mixed. weigh: weights colours by alpha (premultiplied alpha), so that the "
    "colours of invisible pixels leave no fringe. straight: treats alpha like any other channel.";

// The image in another pixel type; white stays the pixel value that it is.
inline ImageFormat in_pixel(ImageFormat image, Pixel pixel) {
    image.white = image.pixel == pixel ? image.white : image.white_value();
    image.pixel = pixel;
    return image;
}

// What is no light, as slopes and sums: floats are meant to lie from `low` to `high`.
inline ImageFormat as_data(ImageFormat image, Pixel pixel, double low, double high) {
    image = in_pixel(image, pixel);
    image.space = Space::data;
    image.meant.reset();
    if (!is_integer(pixel)) image.meant = ValueRange{low, high};
    return image;
}

// A Gather that is given the image and the pixel type of its result.
using Filter = std::function<Expansion::Edge(Expansion::Edge image, Pixel pixel)>;

// The image filtered, in this pixel type; between the filter and what stands around it nothing is rounded.
inline Expansion::Edge filtered(Expansion& e, Expansion::Edge image, Weigh alpha, Pixel pixel,
                                const Filter& filter) {
    const ImageFormat src = e.format(image);
    if (alpha == Weigh::straight || !src.has_alpha()) return filter(image, pixel);
    image = e.add("faded", "faded", {}, {image});
    image = filter(image, e.format(image).pixel);
    const double white = pixel == src.pixel ? src.white : src.white_value();
    return e.add("unfaded", "unfaded",
                 {{"pixel", value_of(pixel)}, {"white", white}, {"integers", is_integer(src.pixel)}},
                 {image});
}

// What is outside of the image, as a Gather within `filtered` finds it.
inline std::vector<double> outside_lanes(const Color& color, const ImageFormat& image, Weigh alpha) {
    std::vector<double> lanes = lanes_of(color, image);
    if (alpha == Weigh::weigh && image.has_alpha())
        for (std::size_t c = 0; c < 3; ++c) lanes[c] *= lanes[3];
    return lanes;
}

// A filter that weighs alike everywhere, and what it finds outside of the image.
struct Kernel {
    std::vector<double> columns, rows;
    EdgeRule edge = EdgeRule::clamp;
    Color color = {};
};

inline Expansion::Edge convolved(Expansion& e, Expansion::Edge image, Weigh alpha, Pixel pixel,
                                 const Kernel& kernel) {
    const std::vector<double> color = outside_lanes(kernel.color, e.format(image), alpha);
    return filtered(e, image, alpha, pixel, [&](Expansion::Edge from, Pixel to) {
        return e.add("weighed", "weighed",
                     {{"columns", kernel.columns},
                      {"rows", kernel.rows},
                      {"edge", value_of(kernel.edge)},
                      {"color", color},
                      {"pixel", value_of(to)}},
                     {from});
    });
}

}  // namespace sluice::stages
