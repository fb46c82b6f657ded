// sluice-bench reduce: statistics of images of every type, against the limit of reading them.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

Command bench_reduce_command();

}  // namespace sluice::apps
