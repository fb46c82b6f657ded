// sluice bench first-frame: what a program waits for until its first frame is there.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

int bench_first_frame(const Arguments& arguments);

}  // namespace sluice::apps
