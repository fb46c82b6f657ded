#include "apps/tune/report.hpp"

#include "apps/tune/measure.hpp"

#include <algorithm>
#include <cstdio>

namespace sluice::apps {

std::string tune_text(const Profile& measured, const Profile& known, const std::string& nearest) {
    const std::vector<std::string> names = measured_numbers();
    std::string text = "nanoseconds, all of the device at work    this device    " + nearest + "\n";
    for (const ProfileNumber& each : profile_numbers()) {
        if (std::find(names.begin(), names.end(), each.name) == names.end()) continue;
        char line[128];
        std::snprintf(line, sizeof line, "%-40s  %11.3g    %.3g\n", each.what, measured.*each.number,
                      known.*each.number);
        text += line;
    }
    return text;
}

}  // namespace sluice::apps
