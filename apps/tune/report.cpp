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

std::string numbers_text(const NumbersFound& found) {
    std::string text;
    if (found.by_known) {
        char line[128];
        std::snprintf(
            line, sizeof line,
            "\nwhere plans differ, stages take %.0f %% as long by the known times as by those measured%s\n",
            100 * *found.by_known, *found.by_known < 1 ? ": the known ones are kept" : "");
        text += line;
    }
    text += found.trials == 0      ? "\nstrategies: none was tried\n"
            : found.better.empty() ? "\nstrategies: none is faster with other numbers\n"
                                   : "\nfaster with other numbers          from     to    takes\n";
    for (const NumberFound& each : found.better) {
        char line[128];
        std::snprintf(line, sizeof line, "%-30s  %7g  %5g    %.0f %%\n",
                      (each.strategy + ": " + each.number).c_str(), each.before, each.value,
                      100 * each.times);
        text += line;
    }
    if (!found.all) text += "time was up before all were tried; --seconds allows more\n";
    return text;
}

}  // namespace sluice::apps
