#include "apps/doctor/drivers.hpp"

#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <dlfcn.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// The first line, as loaders read it.
Driver read_icd(const fs::path& file) {
    Driver driver{.file = file.string()};
    std::ifstream stream(file);
    std::string line;
    if (!stream) {
        driver.error = "the file cannot be read";
        return driver;
    }
    std::getline(stream, line);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
        line.pop_back();
    driver.library = line;
    if (line.empty()) driver.error = "the file names no library";
    return driver;
}

void add_folder(DriverSearch& search, const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".icd") files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) search.drivers.push_back(read_icd(file));
}

// What the loader is told to look at, and by which variable.
void find_place(DriverSearch& search) {
    search.place = "/etc/OpenCL/vendors";
    for (const char* name : {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"})
        if (const std::string value = variable(name); !value.empty()) {
            search.place = value;
            search.from = name;
            return;
        }
}

std::string first_line(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

void look_at_cards(Hardware& hardware) {
    std::error_code error;
    for (fs::directory_iterator entry("/sys/class/drm", error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with("renderD")) continue;
        const std::string vendor = first_line(entry->path() / "device/vendor");
        hardware.intel_gpu |= vendor == "0x8086";
        hardware.amd_gpu |= vendor == "0x1002";
        const fs::path node = fs::path("/dev/dri") / name;
        if (fs::exists(node, error) && ::access(node.c_str(), R_OK | W_OK) != 0)
            hardware.closed_node = node.string();
    }
}

}  // namespace

DriverSearch find_drivers() {
    DriverSearch search;
    find_place(search);
    std::error_code error;
    const fs::path place = search.place;
    search.exists = fs::exists(place, error);
    if (fs::is_directory(place, error)) {
        add_folder(search, place);
    } else if (place.extension() == ".icd") {
        const fs::path beside = fs::path("/etc/OpenCL/vendors") / place;
        const bool plain = !place.has_parent_path() && fs::exists(beside, error);
        search.exists |= plain;
        if (search.exists) search.drivers.push_back(read_icd(plain ? beside : place));
    } else if (search.from == "OCL_ICD_VENDORS" && search.place.find(".so") != std::string::npos) {
        search.exists = true;  // a library; whether the system finds it, loading it tells
        search.drivers.push_back({.file = search.from, .library = search.place});
    }
    for (const std::string& name : split(variable("OCL_ICD_FILENAMES"), ':'))
        if (!name.empty()) search.drivers.push_back({.file = "OCL_ICD_FILENAMES", .library = name});
    return search;
}

std::string loading_error(const std::string& library) {
    if (::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr) return "";
    const char* error = ::dlerror();
    return error == nullptr ? "it cannot be loaded" : error;
}

Hardware find_hardware() {
    Hardware hardware;
    std::error_code error;
    hardware.nvidia_kernel_driver =
        fs::exists("/proc/driver/nvidia/version", error) || fs::exists("/dev/nvidiactl", error);
    hardware.nvidia_library_error = loading_error("libnvidia-opencl.so.1");
    look_at_cards(hardware);
    return hardware;
}

}  // namespace sluice::apps
