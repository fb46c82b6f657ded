#pragma once

#include "pipeline/device/opencl.hpp"

#include <doctest/doctest.h>

namespace sluice::test {

// Something that the device is made to wait for.
class Gate {
public:
    explicit Gate(const Device& device) : device_(device) {
        cl_int code = CL_SUCCESS;
        event_ = clCreateUserEvent(native(device), &code);
        REQUIRE(code == CL_SUCCESS);
    }
    ~Gate() {
        open();
        clReleaseEvent(event_);
    }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    Event event() const { return adopt_event(device_, event_); }
    void open(cl_int status = CL_COMPLETE) {
        if (!open_) clSetUserEventStatus(event_, status);
        open_ = true;
    }

private:
    Device device_;
    cl_event event_ = nullptr;
    bool open_ = false;
};

}  // namespace sluice::test
