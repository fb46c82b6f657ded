// sluice-bench batch: a folder of pictures, beside its codecs alone.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

Command bench_batch_command();

}  // namespace sluice::apps
