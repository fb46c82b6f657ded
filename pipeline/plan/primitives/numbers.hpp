// Numbers that functions take by name: parameters and what the host derives from them and from formats.
#pragma once

#include "pipeline/plan/primitives/primitives.hpp"

#include <optional>
#include <string>

namespace sluice {

// The value of `name` for this node: "white" is that of its (first) image, then come the stage's
// constants, then its parameters that are numbers, integers or booleans. nullopt when there is none.
std::optional<double> number_of(const Primitives& graph, std::size_t node, const std::string& name);

}  // namespace sluice
