// sluice-bench ladder: the published reduction ladders, step by step, on this device.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

Command bench_ladder_command();

}  // namespace sluice::apps
