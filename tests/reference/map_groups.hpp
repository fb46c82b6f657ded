// What the modes of normalize that map samples one by one have in common.
#pragma once

#include "tests/reference/normalize.hpp"

#include <functional>
#include <optional>

namespace sluice::reference {

// From a sample of the input to a number of the output, before the sink. Not callable: the group counted
// nothing and stays as it is.
using Map = std::function<Real(Real)>;
using MapOfGroup = std::function<Map(std::size_t layer, const ChannelGroup& group, std::size_t index)>;

struct GroupMapping {
    Grouping group = Grouping::channel;
    AlphaRule alpha = AlphaRule::exclude;
    std::optional<Pixel> pixel{};
    std::optional<double> nan_value{};
};

// Maps every sample of each group that is stretched (alpha only with `include`); copies the other channels,
// rescaled white to white where the pixel type changes.
Normalized map_groups(const ConstHostView& src, const GroupMapping& mapping, const MapOfGroup& map_of);

}  // namespace sluice::reference
