// How many rows of a picture go through shared memory at once.
#pragma once

#include "pipeline/core/format.hpp"

#include <algorithm>
#include <cstddef>

namespace sluice::isolated {

// An image of some rows of another one: a mebibyte of them, or one.
inline ImageFormat row_part(ImageFormat format) {
    constexpr std::size_t most = std::size_t{1} << 20;
    const std::size_t row = format.host_bytes() / format.rows();
    format.height = std::clamp<std::size_t>(most / row, 1, format.rows());
    format.layers = 1;
    return format;
}

}  // namespace sluice::isolated
