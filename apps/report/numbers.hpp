// What was found in a picture, as the report shows it.
#pragma once

#include "pipeline/batch/report.hpp"

#include <string>

namespace sluice::apps {

// "0.5", "4.29497e+09".
std::string short_number(double value);

// HTML: a table for each node that has numbers, a line for each of them, a column for each channel. Of Tables
// with several rows the first. What stands there once is not repeated: mean and deviation take the place of
// the sums that they are of, "low = min" is one line where both are the same, and a value of all channels is
// in one cell.
std::string numbers(const FileReport& report);

}  // namespace sluice::apps
