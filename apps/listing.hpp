// What a listing of inputs left out, where the user may have meant it.
#pragma once

#include "apps/command.hpp"
#include "io/folder.hpp"

namespace sluice::apps {

// Throws wrong_arguments when there is no input at all, which says what there was instead. Notes folders that
// were not looked into.
void expect_inputs(const Arguments& arguments, const Listing& listing);

}  // namespace sluice::apps
