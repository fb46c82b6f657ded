// The options of a batch, which other commands share, as words of the command line: --in-flight 2 is
// in_flight.
#pragma once

#include "apps/command.hpp"
#include "pipeline/sluice/batch.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// Those of these names, in this order; none named: all.
void add_batch_options(po::options_description& options, const std::vector<std::string>& names = {});

// What was given of them. Throws wrong_arguments.
BatchOptions given_options(const Arguments& arguments);

}  // namespace sluice::apps
