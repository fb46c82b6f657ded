#include "apps/doctor/examine.hpp"

#include "apps/doctor/drivers.hpp"
#include "apps/doctor/isolated.hpp"
#include "apps/doctor/self_test.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/device/find/choose.hpp"
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/program/kernel_cache.hpp"
#include "pipeline/plan/tuning/nearest.hpp"
#include "pipeline/run/tuning_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <unistd.h>

namespace sluice {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LoaderFacts, name, version, path)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PlatformEntry, name, version, devices)

namespace apps {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Hardware, nvidia_kernel_driver, nvidia_library_error, intel_gpu, amd_gpu,
                                   closed_node)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Trial, pipeline, storage, outcome, detail)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ExaminedDevice, index, name, full, missing, reason, chosen, costs, tuned,
                                   unused_tuning, trials, seconds)

namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

// Drivers of large machines take seconds to begin.
constexpr milliseconds time_to_look{20000}, time_to_load{10000};
// A test says nothing that has had less than time_to_run: PoCL compiles when it runs a kernel. Nor does one
// that has had less than time_to_compile while the driver's compiler works.
constexpr milliseconds time_to_run{2000}, time_to_compile{30000};
constexpr milliseconds between_looks{100};

constexpr const char* begun = "begun";  // an outcome on its way

std::string message_line(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Why none is chosen, or "".
std::string refusal(const std::vector<DeviceEntry>& devices) {
    try {
        choose_device(devices, device_wish(""));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

ExaminedDevice examined(const DeviceEntry& entry) {
    ExaminedDevice device{.index = entry.index,
                          .name = short_name(entry.facts),
                          .full = entry.facts.name,
                          .missing = entry.missing,
                          .reason = entry.reason,
                          .chosen = entry.chosen};
    if (!device.missing.empty()) return device;
    device.trials = trials_of(entry.facts);
    PlanOptions options;
    options.tuning = own_tuning(entry.facts, [&](const std::string& why) { device.unused_tuning = why; });
    device.tuned = is_tuned(entry.facts, options.tuning ? *options.tuning : nearest_tuning(entry.facts));
    device.costs = costs_text(entry.facts, options);
    return device;
}

// Each in a process of its own: what one of them does says nothing of the next.
void load(Driver& driver) {
    if (driver.library.empty()) return;
    const Ending ending = in_child(
        time_to_load, [&](const Send& send) { send(message_line(loading_error(driver.library))); },
        [&](const std::string& text) { driver.error = json::parse(text).get<std::string>(); });
    if (!ending.well()) driver.error = "the process that loaded it " + ending.text(time_to_load);
}

void look(const Send& send) {
    send(message_line({{"hardware", find_hardware()}}));
    send(message_line({{"loader", opencl_loader()}}));
    send(message_line({{"platforms", list_platforms()}}));
    const std::vector<DeviceEntry> entries = list_devices();
    json devices = json::array();
    for (const DeviceEntry& entry : entries) devices.push_back(examined(entry));
    send(message_line({{"devices", devices}, {"refusal", refusal(entries)}}));
}

void take(Examination& found, const std::string& text) {
    const json part = json::parse(text);
    if (part.contains("hardware")) part["hardware"].get_to(found.hardware);
    if (part.contains("loader")) part["loader"].get_to(found.loader);
    if (part.contains("platforms")) part["platforms"].get_to(found.platforms);
    if (part.contains("devices")) part["devices"].get_to(found.devices);
    if (part.contains("refusal")) part["refusal"].get_to(found.refusal);
}

void look_at_cache(Examination& found) {
    CacheFacts& cache = found.cache;
    const fs::path folder = kernel_cache();
    cache.folder = folder.string();
    for (const char* name : {"XDG_CACHE_HOME", "POCL_CACHE_DIR"})  // the last that is set counts
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0') cache.from = name;
    cache.used =
        std::any_of(found.platforms.begin(), found.platforms.end(),
                    [](const PlatformEntry& entry) { return entry.name == pocl_platform; }) ||
        std::any_of(found.search.drivers.begin(), found.search.drivers.end(), [](const Driver& driver) {
            return driver.library.find("pocl") != std::string::npos && driver.error.empty();
        });
    if (!cache.used) return;
    cache.writable = can_be_written(folder);
    std::error_code error;
    if (const fs::space_info space = fs::space(folder, error); !error) cache.free_bytes = space.available;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code gone;  // another process may clean up
        if (entry->is_regular_file(gone)) {
            const std::uintmax_t size = entry->file_size(gone);
            if (!gone) cache.bytes += size;
            if (entry->path().filename() == "program.bc") ++cache.programs;
        }
    }
}

// In the child. Two at a time: most of it is compiling.
void run_trials(const ExaminedDevice& device, milliseconds limit, const Send& send) {
    const Clock::time_point start = Clock::now();
    std::mutex sending;
    const auto tell = [&](const json& news) {
        const std::lock_guard lock(sending);
        send(message_line(news));
    };
    Device open = Device::pick(std::to_string(device.index));
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> over = false;
    std::thread watch([&] {
        for (double told = 0; !over; std::this_thread::sleep_for(between_looks))
            if (const double seconds = seconds_compiling(open); seconds > std::exchange(told, seconds))
                tell({{"compiled", seconds}});
    });
    const auto work = [&] {
        for (std::size_t i; (i = next++) < device.trials.size();) {
            if (Clock::now() - start > limit * 4 / 5) return;  // no time for one more
            Trial trial = device.trials[i];
            trial.outcome = begun;
            tell({{"i", i}, {"trial", trial}});
            run_trial(open, trial);
            tell({{"i", i}, {"trial", trial}});
        }
    };
    std::thread other(work);
    work();
    other.join();
    over = true;
    watch.join();
}

// All trials of a device, for `limit` at most.
void try_device(ExaminedDevice& device, milliseconds limit) {
    if (limit <= milliseconds(0)) return;
    const Clock::time_point start = Clock::now();
    Clock::time_point compiled = start - time_to_compile;  // last told
    std::vector<Clock::time_point> last_news(device.trials.size(), start);
    const Ending ending = in_child(
        limit, [&](const Send& send) { run_trials(device, limit, send); },
        [&](const std::string& text) {
            const json news = json::parse(text);
            if (news.contains("compiled")) {
                compiled = Clock::now();
                return;
            }
            const std::size_t i = news["i"];
            news["trial"].get_to(device.trials.at(i));
            last_news.at(i) = Clock::now();
        });
    device.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const Clock::time_point end = std::min(Clock::now(), start + limit);  // a child takes its time to be gone
    const bool compiling = end - compiled < 5 * between_looks;
    if (ending.well()) return;
    bool any = false;
    for (std::size_t i = 0; i < device.trials.size(); ++i) {
        Trial& trial = device.trials[i];
        if (trial.outcome != begun) continue;
        any = true;
        if (ending.late &&
            end - last_news[i] < (compiling ? time_to_compile : std::max(limit / 2, time_to_run)))
            trial.outcome = "not run";
        else
            trial.outcome = "failed", trial.detail = "the test " + ending.text(limit);
    }
    Trial& first = device.trials.front();
    if (!any && first.outcome == "not run")
        first.outcome = "failed", first.detail = "opening the device: the process " + ending.text(limit);
}

}  // namespace

Examination examine(milliseconds limit, bool empty_cache_dir) {
    Examination found;
    found.empty_cache_dir = empty_cache_dir;
    found.root = ::geteuid() == 0;
    found.search = find_drivers();
    for (Driver& driver : found.search.drivers) load(driver);
    const Ending ending = in_child(time_to_look, look, [&](const std::string& text) { take(found, text); });
    found.broken = ending.text(time_to_look);

    const Clock::time_point end = Clock::now() + limit;
    auto left = static_cast<long>(std::count_if(found.devices.begin(), found.devices.end(),
                                                [](const auto& device) { return !device.trials.empty(); }));
    for (ExaminedDevice& device : found.devices)
        if (!device.trials.empty())
            try_device(device, std::chrono::duration_cast<milliseconds>(end - Clock::now()) / left--);
    look_at_cache(found);
    return found;
}

}  // namespace apps
}  // namespace sluice
