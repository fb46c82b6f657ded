// sluice-bench first-frame: what a program waits for until its first frame is there.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

Command bench_first_frame_command();

}  // namespace sluice::apps
