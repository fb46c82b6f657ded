// This program once more, as a process of its own with the same arguments.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace sluice::apps {

// `variables`: "NAME=value", beside those of this process or in their place. It reads nothing and writes to
// `output`, a descriptor; -1: it writes nothing and says nothing. 0 where it cannot be started.
pid_t start_again(const std::vector<std::string>& variables, int output);

}  // namespace sluice::apps
