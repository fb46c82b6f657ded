// What the benchmarks share.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace sluice::apps {

// REQUIRES: not empty.
double median(std::vector<double> values);

// Milliseconds of wall time that each of `runs` calls of `work` took, after one that is not counted.
std::vector<double> time_runs(std::size_t runs, const std::function<void()>& work);

}  // namespace sluice::apps
