// What a listing of inputs left out, where the user may have meant it.
#pragma once

#include "apps/messages.hpp"
#include "io/folder.hpp"

namespace sluice::apps {

// Warns when there is no picture at all, and notes folders that were not looked into.
void tell_what_is_left_out(const Listing& listing, const Messages& messages);

}  // namespace sluice::apps
