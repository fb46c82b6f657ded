#include "stages/filters/filter.hpp"

namespace sluice::stages {

Expansion::Edge filtered(Expansion& e, Expansion::Edge image, Weigh alpha, const Filter& filter) {
    const ImageFormat src = e.format(image);
    if (alpha == Weigh::straight || !src.has_alpha()) return filter(image, src.pixel);
    image = e.add("premultiply", "premultiply", {}, {image});
    image = filter(image, e.format(image).pixel);
    return e.add("unpremultiply", "unpremultiply", {{"pixel", value_of(src.pixel)}, {"white", src.white}}, {image});
}

}  // namespace sluice::stages
