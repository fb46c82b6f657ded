// Where files that pipelines name lie: pipelines that they include, and kernels.
#pragma once

#include "pipeline/core/wording.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace sluice {

// The path of `name`: beside the file `from`, which names it, else in the folders of SLUICE_PIPELINES, else
// in sluice/pipelines of the folders for data (XDG_DATA_HOME, XDG_DATA_DIRS). Nothing, and `fault` says where
// it was looked for, if there is none.
std::optional<std::filesystem::path> find_file(const std::filesystem::path& from, const std::string& name,
                                               Wording& fault);

}  // namespace sluice
