// Connected components by flooding: slow and obvious.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sluice::reference {

// A blob, as label lists it.
struct Blob {
    std::size_t area = 0, left = 0, top = 0, right = 0, bottom = 0;  // right and bottom: behind it
    double x = 0, y = 0;                                             // sums of places
    double value = 0;                                                // and of another image's values
};

struct Labels {
    std::vector<std::int64_t> at;  // of each pixel, row by row
    std::vector<Blob> blobs;       // that of label i + 1
};

// Numbers blobs in the order of their first pixels in scan order. `set` has a value for each pixel, and so
// has `of`, unless it is empty. Blobs whose area is not within both limits get no number.
Labels labels_of(const std::vector<bool>& set, std::size_t width, std::size_t height, int connectivity,
                 const std::vector<double>& of = {}, std::size_t area_min = 1,
                 std::size_t area_max = std::numeric_limits<std::size_t>::max());

std::vector<bool> set_pixels(const ConstHostView& mask);

}  // namespace sluice::reference
