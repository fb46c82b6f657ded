// Whole pixels at other places, as what crops, pads and mirrors has them.
#pragma once

#include "pipeline/core/value.hpp"
#include "tests/reference/bounded.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sluice::reference {

// Which of `size` stands for column (or row) i by an edge rule; -1: the constant.
std::int64_t stands_for(std::int64_t i, std::int64_t size, const std::string& rule);

// Where a pixel of the result comes from; it may lie outside of the image.
struct Place {
    std::int64_t x, y;
};

// What is outside of the image: clamp, mirror, wrap, or constant with a colour.
struct Beside {
    std::string rule;
    std::vector<double> color;  // of each channel
};
Beside nothing_beside(const ImageFormat& format);  // black, and transparent
// By the parameters `edge`, where the stage has it, and `color`: black or nothing without it, else opaque
// unless it has an alpha.
Beside beside_of(const Values& values, const ImageFormat& format);

Bounded moved(const Bounded& src, std::size_t width, std::size_t height,
              const std::function<Place(std::int64_t x, std::int64_t y)>& from, const Beside& beside);

// Where one of `size` begins in `all`, by the word of a gravity: half a pixel to the left, or up.
Place begin_of(const std::string& gravity, const ImageFormat& all, std::int64_t width, std::int64_t height);

}  // namespace sluice::reference
