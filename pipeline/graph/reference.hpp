// References to nodes as text.
#pragma once

#include "pipeline/graph/graph.hpp"

#include <string>
#include <utility>

namespace sluice {

// "blur" -> ("", blur), "mask:blur" -> (mask, blur): the input port, and what it takes.
std::pair<std::string, Reference> read_reference(const std::string& text, const Place& place);

}  // namespace sluice
