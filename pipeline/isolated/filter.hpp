// What a decoding worker may ask of the system.
#pragma once

#include <string>

namespace sluice::isolated {

// From now on this process computes, takes memory, reads and writes what it has open, and ends. It opens
// nothing, starts nothing, connects to nothing and signals only itself; whatever else it asks for is refused.
// Why that could not be done, or "". One thread at a time; holds for all threads.
std::string refuse_system_calls();

}  // namespace sluice::isolated
