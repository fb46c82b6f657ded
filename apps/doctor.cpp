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
        .summary = "Checks the OpenCL drivers, tests each device, and says how to fix problems.",
        .details =
            "Shows the OpenCL loader, the drivers and whether they load, the platforms, the devices and "
            "PoCL's kernel cache. Runs small pipelines on each device and compares the results with plain "
            "loops on the host. A separate process talks to the drivers, so that one which crashes or hangs "
            "is reported like any other problem. Only the kernel cache is changed. Tests for which --limit "
            "left no time are listed. Exit codes: 0: no problems were found; 1: there is a problem; 3: no "
            "device can be used.",
        .run = run_doctor};
    command.options.add_options()("json", "print JSON")(
        "limit", po::value<std::string>()->value_name("SECONDS")->default_value("5"),
        "time limit of all tests together");
    return command;
}

}  // namespace sluice::apps
