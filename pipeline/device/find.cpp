#include "pipeline/device/find.hpp"

#include "pipeline/device/facts.hpp"

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace sluice {
namespace {

std::vector<cl_platform_id> platforms() {
    cl_uint count = 0;
    // The loader answers -1001 when there is no platform at all.
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
    std::vector<cl_platform_id> ids(count);
    if (clGetPlatformIDs(count, ids.data(), nullptr) != CL_SUCCESS) return {};
    return ids;
}

std::vector<cl_device_id> devices_of(cl_platform_id platform) {
    cl_uint count = 0;
    // A platform without a device answers -1, or success and 0.
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0)
        return {};
    std::vector<cl_device_id> ids(count);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS) return {};
    return ids;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// Makes it, as PoCL tried to do: whether that is possible, nothing else tells.
bool can_be_written(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    return !error && ::access(folder.c_str(), W_OK) == 0;
}

// PoCL without a folder for its cache shows itself, but no device.
std::string pocl_hint() {
    std::filesystem::path cache = variable("POCL_CACHE_DIR");
    if (cache.empty() && !variable("XDG_CACHE_HOME").empty()) cache = variable("XDG_CACHE_HOME");
    if (cache.empty() && !variable("HOME").empty())
        cache = std::filesystem::path(variable("HOME")) / ".cache";
    if (cache.empty() || can_be_written(cache)) return "PoCL is installed but shows no device";
    return "PoCL is installed but shows no device, because it cannot write to " + cache.string() +
           ": set POCL_CACHE_DIR to a folder that it can write to";
}

}  // namespace

FoundDevices find_devices() {
    FoundDevices found;
    for (cl_platform_id platform : platforms()) {
        const std::vector<cl_device_id> ids = devices_of(platform);
        if (ids.empty() && platform_text(platform, CL_PLATFORM_NAME) == "Portable Computing Language")
            found.hint = pocl_hint();
        for (cl_device_id id : ids) {
            DeviceEntry entry;
            entry.index = found.entries.size();
            entry.facts = facts_of(id);
            entry.missing = missing_of(id);
            found.entries.push_back(std::move(entry));
            found.ids.push_back(id);
        }
    }
    return found;
}

}  // namespace sluice
