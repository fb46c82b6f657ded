// What stages share that tell an image from its background.
#pragma once

#include "stages/shared/outside.hpp"
#include "stages/shared/size.hpp"

#include <cstdint>

namespace sluice::stages {

struct Background {
    double tolerance = 0.04;
    Color color;
    std::int64_t margin = 0;
};

template <class Builder>
Builder& with_background(Builder& builder) {
    return builder
        .param("tolerance", &Background::tolerance,
               "How far a channel of the background may be from its colour, as a part of white. The default "
               "is 10 levels of 8 bits.",
               range(0, 1), of_white)
        .param("color", &Background::color,
               "Colour of the background. A CSS colour is the same at every bit depth. Pixel values are one "
               "number for all colours, one for each colour, or one for each channel including alpha. "
               "corner: that of the pixel at the top left.",
               count(1, 4), keyword("corner"))
        .param("margin", &Background::margin, "Background that is kept on each side, where the image has it.",
               range(0, largest_side), unit("px"));
}

}  // namespace sluice::stages
