// The one place that configures and includes the C++ bindings of OpenCL.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
// The bindings then ask each platform for its version before they call anything newer than 1.1.
// (120 is what we need, but the bindings of 2023 do not compile with it.)
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#include <CL/opencl.hpp>
