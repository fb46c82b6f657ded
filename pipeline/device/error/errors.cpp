#include "pipeline/device/error/errors.hpp"

#include "pipeline/device/error/error_names.hpp"
#include "pipeline/device/state.hpp"

#include <cstdio>

namespace sluice {

std::string bytes_text(std::size_t bytes) {
    const std::string exact = std::to_string(bytes) + " bytes";
    if (bytes < 1024) return exact;
    static constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; value >= 1024 && unit < 5; ++unit) value /= 1024;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", value, units[unit]);
    return std::string(text) + " (" + exact + ")";
}

void throw_failed(const std::string& stage, const std::string& call, const std::string& object, cl_int code,
                  const Device::State* state) {
    std::string message =
        call + (object.empty() ? "" : " of " + object) + " failed: " + opencl_error_text(code);
    const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES;
    if (memory && state != nullptr) {
        message += "; sluice holds " + bytes_text(state->held_bytes) + " of the device's " +
                   bytes_text(state->facts.global_bytes);
    }
    throw DeviceError(stage, message, code);
}

}  // namespace sluice
