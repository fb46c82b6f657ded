// sluice tune: measures a device, so that plans are decided by what it takes.
#include "apps/command.hpp"
#include "apps/options/device.hpp"
#include "apps/program.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/text_file.hpp"
#include "apps/tune/measure.hpp"
#include "apps/tune/report.hpp"
#include "apps/tune/strategies.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/plan/tuning/json.hpp"
#include "pipeline/plan/tuning/nearest.hpp"
#include "pipeline/run/tuning_file.hpp"

#include <ctime>

namespace sluice::apps {
namespace {

// With what compiling takes, less than ten seconds.
constexpr std::chrono::milliseconds time_to_measure{4000};
using Clock = std::chrono::steady_clock;

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", &utc);
    return text;
}

// Where the tuning goes. Throws where it cannot be written: before seconds are spent.
std::string output(const Arguments& arguments, const DeviceFacts& device) {
    if (arguments.has("output")) {
        expect_writable(arguments.text("output"));
        return arguments.text("output");
    }
    const std::filesystem::path file = tuning_file(device);
    if (file.empty())
        throw wrong_arguments(arguments,
                              "there is no folder for it; set HOME or SLUICE_TUNING_DIR, or give --output");
    make_folders(file.parent_path(), false);
    expect_writable(file.string());
    return file.string();
}

Profile measured(const Arguments& arguments, const Device& device, const Profile& nearest) {
    Bar bar(arguments.messages);
    bar.update([](Position& position) {
        position.total = measured_numbers().size();
        position.rates = false;
    });
    return measured_profile(device, nearest, time_to_measure,
                            [&](const std::string& number) { bar.next(number); });
}

// Adds the numbers of strategies that are best on the device. Gives what people want to know of them.
std::string find_numbers_for(DeviceTuning& tuning, const Profile& known, const Arguments& arguments,
                             const Device& device, Clock::time_point end) {
    Bar bar(arguments.messages);
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    const auto begins = [&](const std::string& strategy, std::size_t of) {
        bar.update([&](Position& position) {
            position.total = of;
            position.rates = false;
        });
        bar.next(strategy);
    };
    const auto tried = [&](const std::string& trial) { arguments.messages.detail(trial); };
    const NumbersFound found = find_numbers(device, tuning, known, left, {begins, tried});
    tuning = found.tuning;
    if (found.by_known && *found.by_known < 1) tuning.from += ", and so are its times, which serve better";
    return numbers_text(found);
}

int run_tune(const Arguments& arguments) {
    at_most_one(arguments, {"output", "dry-run"});
    const Clock::time_point end =
        Clock::now() + std::chrono::seconds(whole_number(arguments, "seconds", 10, 24 * 3600));
    const Device device = pick_device(arguments);
    const DeviceFacts& facts = device.facts();
    const std::string file = arguments.has("dry-run") ? "" : output(arguments, facts);
    const DeviceTuning& nearest = nearest_tuning(facts);
    const Profile before = profile_for(facts, {});
    DeviceTuning tuning{
        .device = facts.name,
        .type = facts.type,
        .compute_units = facts.compute_units,
        .date = today(),
        .commit = program().commit,
        .from = "measured by 'sluice tune'; the numbers that describe kernels are those of " + nearest.device,
        .strategies = nearest.strategies};
    tuning.profile = measured(arguments, device, before);
    if (file != "-")
        print(tune_text(tuning.profile, before,
                        nearest.device + (is_scaled(facts, nearest) ? ", scaled" : "")));
    if (const std::string numbers = find_numbers_for(tuning, before, arguments, device, end); file != "-")
        print(numbers);
    if (file.empty()) return Exit::all_done;
    write_text(file, tuning_json(tuning));
    if (file != "-") arguments.messages.note("wrote " + printable(file));
    return Exit::all_done;
}

}  // namespace

Command tune_command() {
    Command command{
        .name = "tune",
        .summary = "Measures the speed of a device, so that plans suit it.",
        .details =
            "First runs small kernels for at most 10 s, and shows their times next to the known times of "
            "the most similar device. Then runs stages with other settings, such as tile sizes, and keeps "
            "the settings that are faster. From then on, plans for the device use these measurements. "
            "Results stay the same. Run it while the machine is otherwise idle. The measurements are in a "
            "file in the folder SLUICE_TUNING_DIR, or else in the folder sluice below XDG_CACHE_HOME or "
            "~/.cache. To undo the tuning, remove the file.",
        .run = run_tune};
    add_device_option(command.options);
    command.options.add_options()  //
        ("seconds", po::value<std::string>()->value_name("N")->default_value("300"),
         "approximate time limit, at least 10; with 10, kernels are measured but few settings are tried")  //
        ("output,o", po::value<std::string>()->value_name("FILE"),
         "write the measurements to FILE, and do not change plans; - is stdout")  //
        ("dry-run", "measure, but write nothing");
    return command;
}

}  // namespace sluice::apps
