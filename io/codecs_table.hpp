// The codecs of each folder of io/, found by the build.
#pragma once

#include "io/codec.hpp"

#include <vector>

namespace sluice {

// In the order of the folders' names. codecs.hpp has them in the order in which they are tried.
std::vector<std::vector<Codec>> codecs_table();

}  // namespace sluice
