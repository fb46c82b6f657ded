// What pages, stubs and headers say of a parameter.
#pragma once

#include "pipeline/core/value.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// "number in [0, 100]; in %".
std::string value_facts(const ParamDecl& param);
// "number in [0, 100]; in %; can be changed while running; only with mode percentile".
std::string facts_text(const ParamDecl& param);
// The default; "none" of an empty list.
std::string standard_text(const ParamDecl& param);

// Breaks `text` at blanks into lines that begin with `indent`.
std::string wrapped_text(const std::string& text, const std::string& indent, std::size_t columns);

}  // namespace sluice
