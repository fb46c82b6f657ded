// Failures of OpenCL, for callers who can react to them.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"

#include <string>

namespace sluice {

// An OpenCL call or command failed. Any other Error(device) fails again each time you try: a kernel that does
// not compile, an argument that does not fit.
class SLUICE_API DeviceError : public Error {
public:
    DeviceError(std::string where, std::string what, int code);

    int code() const noexcept { return code_; }  // the error code of OpenCL, or one of the driver's own
    // Whether using less memory may help, by fewer frames in flight or by strips. Some drivers return the
    // same code for a crashed kernel (CL_OUT_OF_RESOURCES); then only a new context helps: see reopened().
    bool out_of_memory() const noexcept;

private:
    int code_;
};

}  // namespace sluice
