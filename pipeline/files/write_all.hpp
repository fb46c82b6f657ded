// Writes to a descriptor until all is written.
#pragma once

#include "pipeline/files/bytes.hpp"

namespace sluice {

// false: it failed, and errno says why. Signals do not interrupt it.
[[nodiscard]] bool write_all(int descriptor, Bytes bytes);

}  // namespace sluice
