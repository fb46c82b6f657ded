#include "pipeline/device/error/device_error.hpp"

#include "pipeline/device/clhpp.hpp"

#include <utility>

namespace sluice {

DeviceError::DeviceError(std::string where, std::string what, int code)
    : Error(Kind::device, std::move(where), std::move(what)), code_(code) {}

bool DeviceError::out_of_memory() const noexcept {
    return code_ == CL_MEM_OBJECT_ALLOCATION_FAILURE || code_ == CL_OUT_OF_RESOURCES ||
           code_ == CL_OUT_OF_HOST_MEMORY;
}

}  // namespace sluice
