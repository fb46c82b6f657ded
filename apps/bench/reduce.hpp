// sluice bench reduce: statistics of images of every type, against the limit of reading them.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

int bench_reduce(const Arguments& arguments);

}  // namespace sluice::apps
