// Wall times.
#pragma once

#include <functional>
#include <vector>

namespace sluice::apps {

// REQUIRES: not empty.
double median(std::vector<double> values);

// Milliseconds of wall time that one call takes.
double time_of(const std::function<void()>& work);

}  // namespace sluice::apps
