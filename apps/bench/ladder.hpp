// sluice bench ladder: the published reduction ladders, step by step, on this device.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

int bench_ladder(const Arguments& arguments);

}  // namespace sluice::apps
