// sluice bench stages: every stage by itself, beside a copy.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

int bench_stages(const Arguments& arguments);

}  // namespace sluice::apps
