#include "apps/doctor/findings.hpp"

#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>

namespace sluice::apps {
namespace {

constexpr std::uintmax_t little_space = std::uintmax_t{64} << 20;

// A word of a shell command.
std::string shell_word(const std::string& text) {
    if (!text.empty() &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "/._-+=:,@") == std::string::npos)
        return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

bool names(const Driver& driver, const char* part) { return driver.library.find(part) != std::string::npos; }

// The Debian package that has the library of a driver, or "".
std::string package_of(const Driver& driver) {
    struct Known {
        const char *part, *package;
    };
    for (const Known& known : {Known{"pocl", "pocl-opencl-icd"}, Known{"nvidia", "nvidia-opencl-icd"},
                               Known{"igdrcl", "intel-opencl-icd"}, Known{"Mesa", "mesa-opencl-icd"},
                               Known{"amdocl", "rocm-opencl-icd"}})
        if (names(driver, known.part)) return known.package;
    return "";
}

class Doctor {
public:
    explicit Doctor(const Examination& found) : found_(found), sudo_(found.root ? "" : "sudo ") {}

    std::vector<Finding> judge() {
        broken_driver();
        cache_folder();
        drivers();
        nvidia();
        other_processors();
        devices();
        wish();
        no_device();
        tunings();
        return std::move(findings_);
    }

private:
    void add(const std::string& what, const std::string& todo,
             const std::vector<std::string>& commands = {}) {
        findings_.push_back({true, what, todo, commands});
    }
    void advise(const std::string& what, const std::string& todo,
                const std::vector<std::string>& commands = {}) {
        findings_.push_back({false, what, todo, commands});
    }
    std::string install(const std::string& package) const { return sudo_ + "apt-get install " + package; }
    bool any(const char* library) const {
        return std::any_of(found_.search.drivers.begin(), found_.search.drivers.end(),
                           [&](const Driver& driver) { return names(driver, library); });
    }

    void broken_driver() {
        if (found_.broken.empty()) return;
        add("A driver failed when it was asked for its devices: the process " + found_.broken,
            "Try one driver at a time to find out which one it is.",
            found_.search.drivers.empty()
                ? std::vector<std::string>{}
                : std::vector<std::string>{"OCL_ICD_VENDORS=" + shell_word(found_.search.drivers[0].file) +
                                           " sluice doctor"});
    }

    void cache_folder() {
        const CacheFacts& cache = found_.cache;
        if (found_.empty_cache_dir)
            add("POCL_CACHE_DIR is set but empty, which makes PoCL abort programs; sluice ignores it",
                "Unset it, or set it to a folder.", {"unset POCL_CACHE_DIR"});
        if (!cache.used) return;
        if (!cache.writable) {
            const std::string folder = shell_word(cache.folder);
            add("PoCL cannot write to its kernel cache " + in_quotes(cache.folder) +
                    (cache.from.empty() ? "" : ", which " + cache.from + " names") +
                    ", and shows no device without one",
                "Use another folder, or make this one yours.",
                {"export POCL_CACHE_DIR=/tmp/pocl-$(id -un)", sudo_ + "mkdir -p " + folder + " && " + sudo_ +
                                                                  "chown \"$(id -un)\" " + folder +
                                                                  " && chmod u+rwx " + folder});
        } else if (cache.free_bytes < little_space) {
            add("The disk of the kernel cache " + in_quotes(cache.folder) + " has " +
                    byte_count(cache.free_bytes) + " left",
                "Make room, or use a folder on another disk.", {"export POCL_CACHE_DIR=FOLDER"});
        }
    }

    void drivers() {
        const DriverSearch& search = found_.search;
        if (!search.exists && !search.from.empty())
            add(search.from + " names " + in_quotes(search.place) + ", which does not exist",
                "Unset it: the loader then looks at /etc/OpenCL/vendors.", {"unset " + search.from});
        for (const Driver& driver : search.drivers) {
            if (driver.error.empty()) continue;
            if (driver.library.empty()) {
                add(in_quotes(driver.file) + " is useless: " + driver.error,
                    "Remove it, or install its driver again.", {sudo_ + "rm " + shell_word(driver.file)});
                continue;
            }
            const bool file = driver.file.find('/') != std::string::npos;
            const std::string package = package_of(driver);
            std::vector<std::string> commands;
            if (!package.empty()) commands.push_back(install(package));
            commands.push_back(file ? sudo_ + "rm " + shell_word(driver.file) : "unset " + driver.file);
            add(driver.file + " names " + in_quotes(driver.library) +
                    ", which cannot be loaded: " + driver.error,
                std::string("Install the driver") + (package.empty() ? "" : " (Debian)") +
                    ", or, if it was uninstalled, " + (file ? "remove the file." : "unset the variable."),
                commands);
        }
        if (!search.drivers.empty() || !search.exists || search.from.empty()) return;
        add(search.from + " names " + in_quotes(search.place) + ", which names no driver",
            "Unset it: the loader then looks at /etc/OpenCL/vendors.", {"unset " + search.from});
    }

    // Where no other finding explains it.
    void no_device() {
        if (has_usable_device(found_) || std::any_of(findings_.begin(), findings_.end(),
                                                     [](const Finding& finding) { return finding.hinders; }))
            return;
        add(found_.search.drivers.empty()
                ? "No OpenCL driver is installed: " + in_quotes(found_.search.place) + " names none"
                : "No installed driver has a usable device",
            "Install PoCL, which runs everything on the CPU (Debian).",
            {install("ocl-icd-libopencl1 pocl-opencl-icd")});
    }

    void nvidia() {
        const Hardware& hardware = found_.hardware;
        if (!hardware.nvidia_kernel_driver) return;
        if (!hardware.nvidia_library_error.empty()) {
            add("There is an NVIDIA GPU, but its OpenCL library cannot be loaded: " +
                    hardware.nvidia_library_error,
                "Install the same version as the kernel's driver (Debian, component non-free). In a "
                "container, set NVIDIA_DRIVER_CAPABILITIES=compute,utility.",
                {install("nvidia-opencl-icd"), "cat /proc/driver/nvidia/version"});
        } else if (!any("nvidia")) {
            add("There is an NVIDIA GPU, but no .icd file names its OpenCL library", "Register the library.",
                {sudo_ + "mkdir -p /etc/OpenCL/vendors",
                 "echo libnvidia-opencl.so.1 | " + sudo_ + "tee /etc/OpenCL/vendors/nvidia.icd"});
        }
    }

    void other_processors() {
        const Hardware& hardware = found_.hardware;
        if (hardware.intel_gpu && !any("igdrcl") && !any("Mesa") && !any("RusticlOpenCL"))
            advise("There is an Intel GPU without an OpenCL driver", "Install its driver (Debian).",
                   {install("intel-opencl-icd")});
        if (hardware.amd_gpu && !any("amdocl") && !any("Mesa") && !any("RusticlOpenCL"))
            advise("There is an AMD GPU without an OpenCL driver", "Install its driver (Debian).",
                   {install("rocm-opencl-icd")});
        if (!hardware.closed_node.empty() && (hardware.intel_gpu || hardware.amd_gpu))
            advise("You may not open " + in_quotes(hardware.closed_node) + ", which GPU drivers need",
                   "Join the group that may open them, then log in again.",
                   {sudo_ + "usermod -aG render,video $(id -un)"});
    }

    void devices() {
        for (const PlatformEntry& platform : found_.platforms) {
            if (platform.devices > 0) continue;
            const bool pocl = platform.name == pocl_platform;
            if (pocl && !found_.cache.writable) continue;  // said above
            findings_.push_back({.hinders = !has_usable_device(found_),
                                 .what = "The platform " + in_quotes(platform.name) + " shows no device",
                                 .todo = pocl ? "Unset POCL_DEVICES, if it is set."
                                              : "Its driver found no suitable hardware.",
                                 .commands = pocl ? std::vector<std::string>{"unset POCL_DEVICES"}
                                                  : std::vector<std::string>{}});
        }
        for (const ExaminedDevice& device : found_.devices) {
            const std::string name = "Device " + std::to_string(device.index) + " (" + device.name + ") ";
            if (!device.missing.empty()) {
                add(name + "cannot be used: " + device.missing,
                    "Update its driver, or leave the device out.");
                continue;
            }
            for (const Trial& trial : device.trials) {
                if (trial.outcome != "wrong" && trial.outcome != "failed") continue;
                const std::string index = std::to_string(device.index);
                add(name + (trial.outcome == "wrong" ? "computes wrong results: " : "fails: ") +
                        trial.pipeline + " (" + trial.storage + "): " + trial.detail,
                    "Update its driver. Until then, use another device" +
                        std::string(trial.storage == "buffer" ? "." : ", or keep images in buffers."),
                    trial.storage == "buffer" ? std::vector<std::string>{"sluice devices"}
                                              : std::vector<std::string>{"sluice batch --device " + index +
                                                                         " --storage buffer ..."});
                break;  // the others of this device have the same cause, most likely
            }
            if (std::any_of(device.trials.begin(), device.trials.end(),
                            [](const Trial& trial) { return trial.outcome == "not run"; }) &&
                std::none_of(device.trials.begin(), device.trials.end(), [](const Trial& trial) {
                    return trial.outcome == "wrong" || trial.outcome == "failed";
                }))
                advise(name + "was not tested completely, because the time was up",
                       "Run it again, since kernels are compiled only once, or give it more time.",
                       {"sluice doctor --limit 60"});
        }
    }

    void tunings() {
        for (const ExaminedDevice& device : found_.devices) {
            if (!device.missing.empty() || (device.tuned && device.unused_tuning.empty())) continue;
            const std::string index = std::to_string(device.index);
            advise(
                device.unused_tuning.empty()
                    ? "Device " + index + " (" + device.name + ") was not measured, so plans guess its speed"
                    : "For device " + index + " (" + device.name + "), " + device.unused_tuning,
                "Measure it while the machine is otherwise idle (at most 10 s).",
                {"sluice tune --device " + index});
        }
    }

    void wish() {
        const bool chosen = std::any_of(found_.devices.begin(), found_.devices.end(),
                                        [](const ExaminedDevice& device) { return device.chosen; });
        if (!chosen && found_.refusal.starts_with("SLUICE_DEVICE"))
            add(found_.refusal, "Unset the variable, or name one of these.", {"unset SLUICE_DEVICE"});
    }

    const Examination& found_;
    const std::string sudo_;
    std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> findings(const Examination& found) { return Doctor(found).judge(); }

std::size_t tests_not_run(const Examination& found) {
    std::size_t count = 0;
    for (const ExaminedDevice& device : found.devices)
        count += static_cast<std::size_t>(
            std::count_if(device.trials.begin(), device.trials.end(),
                          [](const Trial& trial) { return trial.outcome == "not run"; }));
    return count;
}

bool has_usable_device(const Examination& found) {
    return std::any_of(found.devices.begin(), found.devices.end(), [](const ExaminedDevice& device) {
        return device.missing.empty() &&
               std::none_of(device.trials.begin(), device.trials.end(), [](const Trial& trial) {
                   return trial.storage == "buffer" &&
                          (trial.outcome == "wrong" || trial.outcome == "failed");
               });
    });
}

}  // namespace sluice::apps
