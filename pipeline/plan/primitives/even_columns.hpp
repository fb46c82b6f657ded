// Columns of a separable Gather that weigh alike: all of a filter's, and all but those at the edges of an
// image that becomes a half or a third as wide. Rows are looked at likewise (disjoint.hpp).
#pragma once

#include "pipeline/graph/gather.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace sluice {

// Outputs from `begin` to before `end` weigh alike: output i from source column i * step + first on.
struct EvenColumns {
    std::int32_t step = 1, first = 0;
    std::size_t begin = 0, end = 0;
    std::int32_t slack = 0;  // how far right of that others begin, at most
};

// nullopt where most do not, where the image becomes wider, and where an output begins elsewhere altogether.
// `outputs`: of a row.
std::optional<EvenColumns> even_columns(const Taps& taps, std::size_t outputs);

}  // namespace sluice
