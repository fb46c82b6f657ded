// sluice-bench stages: every stage by itself, beside a copy.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

Command bench_stages_command();

}  // namespace sluice::apps
