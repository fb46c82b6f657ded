// The one place that configures and includes the C++ bindings of OpenCL.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
// 120 is what we need, but the bindings of 2023 do not compile with it; with 110 they ask the platform for
// its version at every turn and use what they got where that fails. What 200 has that 1.2 has not is the call
// that makes a queue: see new_queue().
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue
#include <CL/opencl.hpp>
