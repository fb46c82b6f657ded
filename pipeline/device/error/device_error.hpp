// What went wrong in OpenCL, for callers who can do something about it.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"

#include <string>

namespace sluice {

// An Error(device) of an OpenCL call or command that failed. Errors(device) that are none of these are
// refusals, which come again however often it is tried: a program that does not build, an argument that does
// not fit.
class SLUICE_API DeviceError : public Error {
public:
    DeviceError(std::string where, std::string what, int code);

    int code() const noexcept { return code_; }  // OpenCL's, or what a driver says in its place
    // Whether less memory may help: fewer frames in flight, strips. Some drivers say the same of a kernel
    // that crashed (CL_OUT_OF_RESOURCES); then nothing helps but a new context.
    bool out_of_memory() const noexcept;

private:
    int code_;
};

}  // namespace sluice
