// For applications with an OpenCL context, a queue or memory of their own. Needs <CL/cl.h>.
//
// The functions throw Error(device) if a handle is null or belongs to another context, and DeviceError if
// OpenCL fails. Those that adopt a handle retain it, so that you may release yours. Any thread.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/event.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300  // the default of the headers, which would print a note about it
#endif
#include <CL/cl.h>

namespace sluice {

// Opens a device of your context (the first one, if `device` is null), or the device of your command queue.
// sluice creates queues of its own in the context.
SLUICE_API Device adopt_device(cl_context context, cl_device_id device = nullptr);
SLUICE_API Device adopt_device(cl_command_queue queue);

// Adopts a buffer or a 2D image object. Its texels must be packed (RGBA/UNSIGNED_INT32), or hold one pixel
// each (DeviceFacts::natural_texels; the order BGRA and the types UNORM_INT8 and UNORM_INT16 are possible,
// too).
SLUICE_API Memory adopt_memory(const Device& device, cl_mem memory);
// Adopts an event of a queue, or a user event, for example for DeviceImage::ready.
SLUICE_API Event adopt_event(const Device& device, cl_event event);
// Returns an event that is done when all commands now on your queue are done. Does not wait.
SLUICE_API Event end_of(const Device& device, cl_command_queue queue);
// Makes all commands that you enqueue later wait for `event`. Does not wait itself.
SLUICE_API void after(cl_command_queue queue, const Event& event);
// The OpenCL handles, not retained. Null for empty Memory or an empty Event.
SLUICE_API cl_mem native(const Memory& memory);
SLUICE_API cl_context native(const Device& device);
SLUICE_API cl_event native(const Event& event);

}  // namespace sluice
