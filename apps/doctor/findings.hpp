// What to do about what was found.
#pragma once

#include "apps/doctor/examination.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::apps {

struct Finding {
    bool hinders = true;                     // false: advice
    std::string what = {};                   // one sentence without a stop at its end
    std::string todo = {};                   // what helps, a sentence
    std::vector<std::string> commands = {};  // that do it, for a shell
};

// A pure function. The most important first.
std::vector<Finding> findings(const Examination& found);

// Trials for which there was no time.
std::size_t tests_not_run(const Examination& found);

// Whether a device lacks nothing and has failed no trial in buffers, which all pipelines can do with.
bool has_usable_device(const Examination& found);

}  // namespace sluice::apps
