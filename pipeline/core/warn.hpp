// Warnings for the user.
#pragma once

#include "pipeline/core/wording.hpp"

#include <functional>

namespace sluice {

// Receives a warning that something was not done as the file or the caller asked.
using Warn = std::function<void(const Wording& message)>;

}  // namespace sluice
