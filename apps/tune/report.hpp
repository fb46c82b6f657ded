// What was measured, for people.
#pragma once

#include "apps/tune/strategies.hpp"

#include "pipeline/plan/cost/profile.hpp"

#include <string>

namespace sluice::apps {

// A line for each number that is measured: what it is, its nanoseconds on this device and on the nearest
// known, whose name `nearest` is.
std::string tune_text(const Profile& measured, const Profile& known, const std::string& nearest);

// A line for each number that is better than before, and what was not tried.
std::string numbers_text(const NumbersFound& found);

}  // namespace sluice::apps
