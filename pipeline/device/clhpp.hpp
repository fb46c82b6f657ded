// The one place that configures and includes the C++ bindings of OpenCL. An application may include them with
// other settings, and one program may hold a function only once: so ours have a namespace of their own, which
// the namespace sluice knows as cl.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
// 120 is what we need, but the bindings of 2023 do not compile with it; with 110 they ask the platform for
// its version at every turn and use what they got where that fails. What 200 has that 1.2 has not is the call
// that makes a queue: see new_queue().
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/opencl.h>
#define cl sluice_opencl
#include <CL/opencl.hpp>
#undef cl

namespace sluice {
namespace cl = ::sluice_opencl;
}
