// A page that shows outliers.
#pragma once

#include "apps/stats/outliers.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/registry.hpp"

#include <filesystem>
#include <string>

namespace sluice::apps {

// HTML that needs no network. The images are read once more, by the `load` of `stages`; one that cannot be
// read is shown without a thumbnail. `files`: how many there are in all.
std::string outlier_page(const Outliers& outliers, std::size_t files, const std::filesystem::path& page,
                         const Registry& stages, const Values& reading);

}  // namespace sluice::apps
