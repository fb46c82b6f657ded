// Inputs for which well-known libraries give wrong answers, each with the right one. What is right is written
// down here from the way in which the image is made; the reference has to agree, and so does the device.
//
// The rows of that table that are about files (16-bit PNG, truncated files, huge headers, orientation,
// colliding outputs) are tested where files are read and written.
#pragma once

#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sluice::reference {

struct ExpectedStatistics {
    double min, max;           // exactly
    double mean, mean_within;  // |mean - expected| <= within: 0 where the image is fixed, five standard
    double std, std_within;    // errors where it is random
};

// Per channel, alpha left out, ddof 0.
struct WrongStatistics {
    std::string name;
    std::string peer;  // whose answer is wrong, and what it is
    std::function<HostImage()> image;
    std::function<HostImage()> mask;  // not callable: no mask
    std::vector<ExpectedStatistics> channels;
};
std::vector<WrongStatistics> wrong_statistics();  // images of up to 36 million samples

struct WrongStretch {
    std::string name;
    std::string peer;
    std::function<HostImage()> image;
    NormalizeOptions options;  // of minmax
    std::function<HostImage()> expected;
    Tolerance tolerance;  // float32 arithmetic; the bounds of `out` are never left, and its ends are exact
};
std::vector<WrongStretch> wrong_stretches();

}  // namespace sluice::reference
