// What is worth a word to the user and no error.
#pragma once

#include <functional>
#include <string>

namespace sluice {

// Takes messages about something that was done otherwise than a file or a caller asks.
using Warn = std::function<void(const std::string& message)>;

}  // namespace sluice
