// Tar in, tar out: the results of an archive's members become an archive of the same name.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/sluice/batch/packing.hpp"

namespace sluice {

// Results of members are first in a folder with the name of their archive, where a run that was stopped finds
// them again. When all members of an archive are done, the folder becomes the archive: the results in the
// order of the members, among them copies of the members that are no images, such as labels.
ResultFolders archive_folders(const BatchFiles& files);
Packing packing_of_archives(const Job& job);  // `job` must outlive it

}  // namespace sluice
