// Tar in, tar out: the results of an archive's members become an archive of the same name.
#pragma once

#include "pipeline/batch/batch_files.hpp"
#include "pipeline/batch/report.hpp"
#include "pipeline/core/wording.hpp"

#include <cstddef>
#include <vector>

namespace sluice {

// Results of members are first in a folder with the name of their archive, where a run that was stopped finds
// them again. When all members of an archive are done, the folder becomes the archive: the results in the
// order of the members, among them copies of the members that are no images, such as labels. `allowed`: how
// many failed members may be missing. Returns what is to be said of archives that stay folders. Throws
// Error(input, archive).
std::vector<Wording> pack_archives(const BatchFiles& files, const Summary& summary, std::size_t allowed);

}  // namespace sluice
