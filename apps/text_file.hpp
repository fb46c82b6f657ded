// Results that go to a file of the user's choice.
#pragma once

#include "io/writable.hpp"

#include <string>

namespace sluice::apps {

// `path` "-" is stdout; else the file appears complete or not at all. Throws Error(input, path).
void write_text(const std::string& path, const std::string& text);

}  // namespace sluice::apps
