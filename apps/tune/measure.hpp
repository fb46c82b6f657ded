// What a device takes for what kernels do, by small kernels that do nothing else.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/plan/cost/profile.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace sluice::apps {

// Names of the numbers of a Profile that are measured, in the order of measuring.
std::vector<std::string> measured_numbers();

// `nearest` with these numbers in the place of its own: each the least of several runs, since other programs
// only ever make a run longer. Takes about `limit`, and what compiling the kernels takes. `begins` is called
// before each number. Throws as OpenCL does. Belongs to one thread.
Profile measured_profile(const Device& device, const Profile& nearest, std::chrono::milliseconds limit,
                         const std::function<void(const std::string& number)>& begins);

}  // namespace sluice::apps
