// The boxes that `crops` cuts out of an image, and where the pixels of their crops lie.
#pragma once

#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/size.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::stages {

inline constexpr std::size_t most_crops = 4096;
inline constexpr std::size_t box_numbers = 4;  // x, y, width, height

// Why a list is not one of boxes for so many crops, or "".
inline std::string wrong_boxes(const std::vector<double>& boxes, std::size_t most) {
    if (boxes.size() % box_numbers != 0)
        return "boxes has " + std::to_string(boxes.size()) +
               " numbers, but each box has four: x, y, width, height";
    const std::size_t count = boxes.size() / box_numbers;
    for (std::size_t i = 0; i < count; ++i)
        if (boxes[box_numbers * i + 2] < 0 || boxes[box_numbers * i + 3] < 0)
            return "box " + std::to_string(i + 1) +
                   " has a negative width or height; x and y are its upper "
                   "left corner";
    if (count <= most) return "";
    return "boxes has " + std::to_string(count) + " boxes, but there are " + std::to_string(most) +
           " crops; most=" + std::to_string(count) + " makes room";
}

// A row for each crop. `place`: for its columns, where the first one is in the image and how far it is from
// one to the next; the same for its rows. In 2^-40 of a pixel (kernels/coordinate.clh). All are 0 if there is
// no box.
inline TableLayout crop_places(std::size_t most) {
    TableLayout layout;
    layout.rows = most;
    layout.channels = {"joint"};
    layout.fields = {{"place", FieldType::i64, false, 4}};
    return layout;
}

// Boxes lie at multiples of 2^-16 of a pixel, and no farther away than images are wide.
inline std::int64_t box_place(double pixels) {
    const double far = static_cast<double>(largest_side);
    return static_cast<std::int64_t>(std::nearbyint(std::clamp(pixels, -far, far) * 0x1p16));
}

// The middles of `count` pixels divide a side of a box evenly: pixel i is at
// from + (i + 1/2) / count * length - 1/2. As in kernels/listed_boxes.cl.
inline std::array<std::int64_t, 2> crop_line(std::int64_t from, std::int64_t length, std::size_t count) {
    const auto n = static_cast<std::int64_t>(count);
    const std::int64_t step = ((length << 24) + n / 2) / n;
    return {(from << 24) + (step >> 1) - (std::int64_t{1} << 39), step};
}

}  // namespace sluice::stages
