#include "pipeline/device/find/find.hpp"

#include "pipeline/device/find/facts.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/device/program/kernel_cache.hpp"
#include "pipeline/device/watch.hpp"

#include <filesystem>

namespace sluice {

std::vector<cl_platform_id> platform_ids() {
    cl_uint count = 0;
    // The loader answers -1001 when there is no platform at all.
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
    std::vector<cl_platform_id> ids(count);
    if (clGetPlatformIDs(count, ids.data(), nullptr) != CL_SUCCESS) return {};
    return ids;
}

std::vector<cl_device_id> device_ids(cl_platform_id platform) {
    cl_uint count = 0;
    // A platform without a device answers -1, or success and 0.
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0)
        return {};
    std::vector<cl_device_id> ids(count);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS) return {};
    return ids;
}

namespace {

// PoCL without a folder for its cache shows itself, but no device.
std::string pocl_hint() {
    const std::filesystem::path cache = kernel_cache();
    if (can_be_written(cache)) return "PoCL is installed but shows no device";
    return "PoCL is installed but shows no device, because it cannot write to " + cache.string() +
           ": set POCL_CACHE_DIR to a folder that it can write to";
}

}  // namespace

FoundDevices find_devices() {
    refuse_forked();
    const WatchedCall call("", "looking for devices", "");
    FoundDevices found;
    for (cl_platform_id platform : platform_ids()) {
        const std::vector<cl_device_id> ids = device_ids(platform);
        if (ids.empty() && platform_text(platform, CL_PLATFORM_NAME) == pocl_platform)
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
