// What is worth a word to the user and no error.
#pragma once

#include "pipeline/core/wording.hpp"

#include <functional>

namespace sluice {

// Takes messages about something that was done otherwise than a file or a caller asks.
using Warn = std::function<void(const Wording& message)>;

}  // namespace sluice
