// The loop that the ladders are compared with: plain C++ on one core. serial.cpp is compiled for the machine
// that builds it (see apps/CMakeLists.txt).
#pragma once

#include "apps/bench/ladder/element.hpp"

namespace sluice::apps {

// REQUIRES: at least one element.
Answer serial(Operation operation, Element element, const void* elements, std::size_t count);

}  // namespace sluice::apps
