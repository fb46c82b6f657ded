// normalize, mode standardize: y = scale * (v - mean) / sqrt(var + epsilon) + shift.
#pragma once

#include "tests/reference/normalize.hpp"

#include <optional>
#include <vector>

namespace sluice::reference {

struct StandardizeOptions {
    std::vector<double> mean{}, std{};  // one for all groups or one for each; empty: from the statistics
    int ddof = 0;
    double epsilon = 0, scale = 1, shift = 0;
    Grouping group = Grouping::channel;
    Counted counted{};
    std::optional<Pixel> pixel{};  // of the output; default: f32 for integers, else the input's type
    std::optional<double> nan_value{};
};

// Decided here, where the rules are silent:
// * mean and std given are in units of the input; with a mean given, var is taken about it; a std given makes
//   var its square. var = 0 with epsilon = 0 gives `shift` for every sample of the group, NaN apart.
// * luma: R, G and B are all standardized with the mean and the deviation of luma: there is no Y' to add.
// * Alpha and empty groups as in minmax: copied, rescaled white to white where the pixel type changes.
// * An infinity stays one, with the sign of scale.
//
// Tolerance in f32: 1e-6 relative to scale * (|v| + |mean|) / sqrt(var + epsilon), then 2 ulp of the result.
Normalized standardize(const ConstHostView& src, const StandardizeOptions& options = {});

}  // namespace sluice::reference
