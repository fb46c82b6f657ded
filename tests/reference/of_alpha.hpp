// Colours that follow from their alpha, in an image that has it. A device rounds products and quotients.
#pragma once

#include "tests/reference/stage.hpp"

#include <functional>
#include <vector>

namespace sluice::reference {

// Of a colour, its channel and its alpha.
using OfAlpha = std::function<Real(Real v, std::size_t channel, Real alpha)>;

inline StageReference of_alpha(const std::function<OfAlpha(const StageCall&)>& function) {
    return each_pixel(
        [=](const StageCall& call) -> OfPixel {
            const bool alpha = call.image().format().has_alpha();
            return [alpha, of = function(call)](const std::vector<Lanes>& pixels) {
                Lanes lanes = pixels[0];
                if (!alpha) return lanes;
                lanes.pop_back();
                for (std::size_t c = 0; c < lanes.size(); ++c) lanes[c] = of(lanes[c], c, pixels[0].back());
                return lanes;
            };
        },
        [](const StageCall& call) -> PixelBounds {
            if (!call.image().format().has_alpha()) return {0, 0, Between::corners};
            return {4, 0, call.image().exact ? Between::corners : Between::anything};
        });
}

}  // namespace sluice::reference
