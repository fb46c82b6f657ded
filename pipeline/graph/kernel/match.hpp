// Whether the function of a kernel text is what its declaration says.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/graph/kernel/declaration.hpp"

#include <string>

namespace sluice {

// Faults: the text does not define the function, or the function gives or takes something else than stages of
// its kind do, takes what is not declared, does not take what is, or reads in another way than is declared.
void match_function(const KernelDeclaration& declared, const std::string& text, Diagnostics& faults);

}  // namespace sluice
