#include "pipeline/batch/printable.hpp"

#include "pipeline/core/printable.hpp"

namespace sluice {

std::string printable(const std::filesystem::path& path) { return printable_text(path.string()); }

}  // namespace sluice
