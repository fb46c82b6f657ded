#include "apps/options/device.hpp"

#include "apps/options/declared.hpp"
#include "apps/options/offered.hpp"
#include "apps/program.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/device/find/choose.hpp"
#include "pipeline/device/program/kernel_cache.hpp"
#include "pipeline/run/tuning_file.hpp"

#include <sys/resource.h>

namespace sluice::apps {

namespace {

bool is_all(const std::string& spec) { return device_wish(spec).spec == "all"; }

// "CPU, 2 cores (PoCL): pthread-haswell-...".
std::string both_names(const DeviceFacts& facts) {
    const std::string shown = short_name(facts);
    return shown == facts.name ? shown : shown + ": " + facts.name;
}

// Compilers of drivers run in the process, and may keep a lock where an allocation fails: then all waits for
// ever.
void expect_address_space() {
    constexpr rlim_t least = rlim_t{1} << 30;
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= least)
        return;
    throw Error(
        Error::Kind::no_device, "",
        "this shell allows " + byte_count(limit.rlim_cur) +
            " of address space (ulimit -v), but OpenCL drivers need 1.0 GiB or more; raise it, and limit the "
            "memory with --limit-memory");
}

// LLVM ends the program where PoCL cannot write what it compiles.
void expect_room_for_kernels(const Device& device) {
    if (!lacks_room_for_kernels(device.facts())) return;
    throw Error(
        Error::Kind::device, "",
        "the disk of " + in_quotes(kernel_cache().string()) +
            ", where PoCL keeps compiled kernels, is full; make room, or set POCL_CACHE_DIR to another "
            "folder");
}

// Of a file that is not used. 'sluice tune' takes its place.
void warn_of_tuning(const Caller& caller, const Device& device) {
    if (caller.command == "tune") return;
    own_tuning(device.facts(), [&](const std::string& what) { caller.messages.warning(what); });
}

// PoCL takes long to free what it has built, and the system takes it all back at once.
void keep_until_the_end(const Device& device) {
    static std::vector<Device>* const kept = new std::vector<Device>;
    kept->push_back(device);
}

}  // namespace

std::string device_help(bool several) {
    return several
               ? "the device: an index of 'sluice devices', part of a name, cpu, gpu, or all (all GPUs share "
                 "the files, or all CPUs if there is no GPU)"
               : "the device: an index of 'sluice devices', part of a name, cpu or gpu";
}

void add_device_option(po::options_description& options) {
    options.add_options()("device", offered("SPEC", {"cpu", "gpu"}, true), device_help(false).c_str());
    add_batch_options(options, {"device_timeout"});
}

void add_device_options(po::options_description& options) {
    add_device_option(options);
    add_batch_options(options, {"storage"});
}

void add_plan_options(po::options_description& options) {
    add_batch_options(options, {"limit_memory"});
    options.add_options()                                                                    //
        ("no-fuse", "do not merge stages: each step makes its own pass (to compare speed)")  //
        ("store", po::value<std::vector<std::string>>()->value_name("ID,..."),
         "write the results of these stages to device memory (to compare speed)")  //
        ("no-simplify",
         "measure statistics where the pipeline asks for them, not earlier (to compare speed)");
}

Device pick_device(const Arguments& arguments) {
    return pick_device(arguments, arguments.has("device") ? arguments.text("device") : "");
}

Device pick_device(const Caller& caller, const std::string& spec) {
    const Wording option = spec.empty() ? Wording("SLUICE_DEVICE") : Wording(Remedy{"device"});
    if (is_all(spec))
        throw wrong_arguments(caller, option + " all: only 'sluice batch' uses several devices; name one");
    expect_address_space();
    try {
        Device device = Device::pick(spec);
        expect_room_for_kernels(device);
        caller.messages.detail("device: " + both_names(device.facts()));
        warn_of_tuning(caller, device);
        keep_until_the_end(device);
        return device;
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::no_device) throw;
        throw Error(error.kind(), called(caller.command),
                    spec.empty() ? error.text() : option + ": " + error.text());
    }
}

DeviceGroup pick_devices(const Caller& caller, const std::string& spec, bool open) {
    if (!is_all(spec)) return {{pick_device(caller, spec)}};
    expect_address_space();
    DeviceGroup devices = Device::all();
    if (open) devices.open_all();
    for (const Device& device : devices.open) expect_room_for_kernels(device);
    for (const Device& device : devices.open) {
        caller.messages.detail("device: " + both_names(device.facts()));
        warn_of_tuning(caller, device);
    }
    for (const ClosedDevice& device : devices.closed)
        caller.messages.detail("device, if it is needed: " + device.name);
    return devices;
}

StorageChoice storage_choice(const Arguments& arguments) { return given_options(arguments).storage; }

std::vector<std::vector<std::string>> stored_images(const Arguments& arguments) {
    std::vector<std::vector<std::string>> lists;
    if (!arguments.has("store")) return lists;
    for (const std::string& list : arguments.options["store"].as<std::vector<std::string>>())
        lists.push_back(split(list));
    return lists;
}

PlanOptions plan_options(const Arguments& arguments) {
    at_most_one(arguments, {"no-fuse", "store"});
    PlanOptions options;
    options.storage = storage_choice(arguments);
    options.frames = 1;
    options.fuse = !arguments.has("no-fuse");
    options.simplify = !arguments.has("no-simplify");
    for (const std::vector<std::string>& ids : stored_images(arguments))
        options.store.insert(options.store.end(), ids.begin(), ids.end());
    return options;
}

}  // namespace sluice::apps
