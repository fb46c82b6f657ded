// The JSON that every measurement writes.
#pragma once

#include "apps/command.hpp"
#include "apps/json.hpp"
#include "pipeline/device/device.hpp"

#include <string>

namespace sluice::apps {

// --json: an object that names the measurement and its device, and has the keys of `more` beside that.
// Nothing where the option is not given.
void write_results(const Arguments& arguments, const std::string& measurement, const Device& device,
                   const Json& more);

}  // namespace sluice::apps
