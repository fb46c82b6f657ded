// What `sluice doctor` looks at: facts, without a judgement.
#pragma once

#include "pipeline/device/find/platforms.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::apps {

// A library that the OpenCL loader is told to load.
struct Driver {
    std::string file = {};     // the .icd file or the environment variable that names it
    std::string library = {};  // its name there; "" where the file cannot be read or is empty
    std::string error = {};    // why it cannot be loaded, or ""
};

struct DriverSearch {
    std::string place = {};  // the folder, file or library that the loader is told to look at
    std::string from = {};   // the environment variable that says so, or ""
    bool exists = false;
    std::vector<Driver> drivers = {};
};

// Graphics processors that the system knows of, whatever OpenCL says.
struct Hardware {
    bool nvidia_kernel_driver = false;      // loaded
    std::string nvidia_library_error = {};  // why libnvidia-opencl.so.1 cannot be loaded, or ""
    bool intel_gpu = false, amd_gpu = false;
    std::string closed_node = {};  // a device node that this user may not open, or ""
};

// Where PoCL keeps kernels that it has compiled.
struct CacheFacts {
    std::string folder = {};
    std::string from = {};  // the environment variable that names it, or "": the home folder does
    bool used = false;      // PoCL is among the drivers
    bool writable = false;
    std::uintmax_t bytes = 0, free_bytes = 0;
    std::size_t programs = 0;
};

// One pipeline of the self-test.
struct Trial {
    std::string pipeline = {}, storage = {};
    std::string outcome = "not run";  // or "right", "wrong", "failed"
    std::string detail = {};          // of all but "right": what happened
};

struct ExaminedDevice {
    std::size_t index = 0;
    std::string name = {};     // for people: "CPU, 2 cores (PoCL)"
    std::string full = {};     // what the driver calls it
    std::string missing = {};  // why it cannot be used, or ""
    std::string reason = {};   // why it is the one that is taken, or ""
    bool chosen = false;
    std::string costs = {};          // where those of its plans come from: "tuned on this device 2026-11-28"
    bool tuned = false;              // they were measured on such a device
    std::string unused_tuning = {};  // why its file is not used, or ""
    std::vector<Trial> trials = {};
    double seconds = 0;  // that they took
};

struct Examination {
    LoaderFacts loader = {};
    DriverSearch search = {};
    Hardware hardware = {};
    std::vector<PlatformEntry> platforms = {};
    std::vector<ExaminedDevice> devices = {};
    CacheFacts cache = {};
    std::string broken = {};       // how a driver ended or held up the look at the devices, or ""
    std::string refusal = {};      // why no device is chosen, or ""
    bool empty_cache_dir = false;  // POCL_CACHE_DIR is set, but empty
    bool root = false;             // the user is
};

}  // namespace sluice::apps
