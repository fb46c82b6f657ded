// What `sluice --version` prints.
#pragma once

#include <string>

namespace sluice::apps {

// "29b03dc", with "-dirty" where the tree was changed, or "unknown" without git. The build makes its
// definition anew (commit.cmake), for the programs alone.
extern const char* const commit;

// Three lines: "sluice 0.1.0", the commit, and the libraries with their versions. Starts no OpenCL.
std::string version_text(const std::string& commit);

// "0.1.0".
std::string version_number();

}  // namespace sluice::apps
