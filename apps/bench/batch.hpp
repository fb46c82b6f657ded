// sluice bench batch: a folder of pictures, beside its codecs alone.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

int bench_batch(const Arguments& arguments);
void add_bench_batch_options(po::options_description& options);

}  // namespace sluice::apps
