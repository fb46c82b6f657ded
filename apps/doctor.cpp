// sluice doctor: whether OpenCL works here, and what to do where it does not.
#include "apps/command.hpp"
#include "apps/doctor/examine.hpp"
#include "apps/doctor/report.hpp"
#include "apps/environment.hpp"
#include "apps/terminal/terminal.hpp"

#include <algorithm>

namespace sluice::apps {
namespace {

int run_doctor(const Arguments& arguments) {
    const std::size_t seconds = whole_number(arguments, "limit", 1, 3600);
    const Examination found = examine(std::chrono::seconds(seconds), had_empty_pocl_cache_dir());
    const std::vector<Finding> list = findings(found);
    print(arguments.has("json") ? pretty(doctor_json(found, list))
                                : doctor_text(found, list, help_columns()));
    if (!has_usable_device(found)) return Exit::no_device;
    const bool hindered =
        std::any_of(list.begin(), list.end(), [](const Finding& finding) { return finding.hinders; });
    return hindered ? Exit::some_failed : Exit::all_done;
}

}  // namespace

Command doctor_command() {
    Command command{
        .name = "doctor",
        .summary = "Looks for what keeps OpenCL from working, tests each device, and says what helps.",
        .details =
            "Shows the OpenCL loader, the drivers and whether they can be loaded, platforms, devices and "
            "PoCL's kernel cache; runs small pipelines on each device and compares them with plain loops "
            "on the host. Drivers are asked in a process of their own: one that crashes or hangs is told "
            "like any other fault. Changes nothing but that cache. Tests for which --limit left no time are "
            "said. Exit codes: 0 nothing hinders, as far as it was tested; 1 something hinders; 3 no "
            "device can be used.",
        .run = run_doctor};
    command.options.add_options()("json", "print JSON")(
        "limit", po::value<std::string>()->value_name("SECONDS")->default_value("5"),
        "how long the self-tests may take in all");
    return command;
}

}  // namespace sluice::apps
