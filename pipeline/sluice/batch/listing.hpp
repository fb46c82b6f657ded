// What a listing of inputs left out, where the user may have meant it.
#pragma once

#include "io/folder.hpp"
#include "pipeline/core/wording.hpp"

#include <string>

namespace sluice {

// Throws Error(usage, "batch") when there is no input at all, which says what there was instead. Else what is
// to be said of folders that were not looked into, or "". `glob`: as it was asked for, or "".
Wording expect_inputs(const Listing& listing, const std::string& glob);

}  // namespace sluice
