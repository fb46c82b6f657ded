// A matrix in the whole numbers with which kernels compute.
#pragma once

#include "pipeline/graph/gather.hpp"
#include "stages/shared/matrix.hpp"

#include <cstddef>
#include <cstdint>

namespace sluice::stages {

// a X + b Y + c, as kernels have it.
struct Plane {
    std::int64_t a = 0, b = 0, c = 0;

    std::int64_t at(std::int64_t x, std::int64_t y) const { return a * x + b * y + c; }
};

// What a matrix becomes for results of one size. Affine: x and y, in 2^-40 of a pixel. With perspective all
// three rows, times a power of two that leaves the third 50 bits and the others 62.
struct Projection {
    Plane x, y, w;
    bool affine = true;

    // What sampling reads for a part of the result; may lie outside of the image, whose size is given.
    Area footprint(const Area& of, Sampling sampling, std::size_t width, std::size_t height) const;
};
Projection projection(const Matrix& m, std::size_t width, std::size_t height);

}  // namespace sluice::stages
