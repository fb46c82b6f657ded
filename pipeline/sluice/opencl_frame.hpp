// Frames whose results the application's own commands read.
#pragma once

#include "pipeline/device/opencl.hpp"
#include "pipeline/run/session.hpp"

#include <utility>

namespace sluice {

// Gives a Frame up, but keeps its memory until all commands now on your queue are done. Does not wait (see
// Frame::keep_until).
inline void after(cl_command_queue queue, Frame&& frame) {
    const Event end = end_of(frame.device(), queue);
    std::move(frame).keep_until(end);
}

}  // namespace sluice
