// The way in for applications that have an OpenCL context, a queue or memory of their own.
// Include this only where <CL/cl.h> is at hand.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/event.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300  // what the headers take by themselves, but not without saying so
#endif
#include <CL/cl.h>

namespace sluice {

// The device behind a context (its first one, unless `device` says which) or behind a command queue.
// Retains the context; the library makes queues of its own in it. Throws Error(device).
SLUICE_API Device adopt_device(cl_context context, cl_device_id device = nullptr);
SLUICE_API Device adopt_device(cl_command_queue queue);

// Memory of the application's: a buffer, or a 2D image object of packed texels (RGBA/UNSIGNED_INT32) or with
// a pixel in each (DeviceFacts::natural_texels; also of the order BGRA, and of UNORM_INT8 or 16). Retained.
SLUICE_API Memory adopt_memory(const Device& device, cl_mem memory);
// An event of the application's, of a queue or a user event, for Queue::after(). Retained.
SLUICE_API Event adopt_event(const Device& device, cl_event event);
// Between a queue of the application's and ours: done when all that is on that queue now is done; and makes
// what is put on it from now on wait for an event. Neither waits.
SLUICE_API Event end_of(const Device& device, cl_command_queue queue);
SLUICE_API void after(cl_command_queue queue, const Event& event);
SLUICE_API cl_mem native(const Memory& memory);  // not retained
SLUICE_API cl_context native(const Device& device);
SLUICE_API cl_event native(const Event& event);  // not retained; null when the event is empty

}  // namespace sluice
