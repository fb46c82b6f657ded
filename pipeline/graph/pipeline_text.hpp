// The text of a pipeline file.
#pragma once

#include <filesystem>
#include <string>

namespace sluice {

// Throws Error(usage) if it is no file, cannot be read, or is too large for a pipeline.
std::string pipeline_text(const std::filesystem::path& file);

}  // namespace sluice
