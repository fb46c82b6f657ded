#include "pipeline/device/error/errors.hpp"

#include "pipeline/core/text.hpp"
#include "pipeline/device/error/error_names.hpp"
#include "pipeline/device/state.hpp"

namespace sluice {

std::string bytes_text(std::size_t bytes) {
    const std::string exact = std::to_string(bytes) + " bytes";
    return bytes < 1024 ? exact : byte_count(bytes) + " (" + exact + ")";
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
