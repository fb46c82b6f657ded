// Numbers that a user gave, as a Table that a stage makes of them.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/graph/stage.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace sluice {

// The channels of a Table that has one number for all ("joint") or one for each channel of an image. `data`:
// two are two channels of data, not grey and alpha.
inline std::vector<std::string> channels_of_given(std::size_t count, bool data) {
    if (count == 1) return {"joint"};
    ImageFormat format;
    format.channels = static_cast<int>(count);
    format.grey_alpha = count == 2 && !data;
    return format.channel_names();
}

// NAME_0 to NAME_3, for a kernel to choose from: `given` has one number for all or one for each, or none.
inline void put_per_channel(std::vector<Constant>& constants, const std::string& name,
                            const std::vector<double>& given) {
    for (std::size_t i = 0; i < 4; ++i)
        constants.push_back(
            {name + "_" + std::to_string(i), given.empty() ? 0.0 : given[std::min(i, given.size() - 1)]});
}

// The same behind has_NAME: whether there are any.
inline void put_given(std::vector<Constant>& constants, const std::string& name,
                      const std::vector<double>& given) {
    constants.push_back({"has_" + name, given.empty() ? 0.0 : 1.0});
    put_per_channel(constants, name, given);
}

}  // namespace sluice
