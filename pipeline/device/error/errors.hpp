// The boundary between OpenCL's errors and ours. Included only inside this floor.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/device/clhpp.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/device/error/device_error.hpp"
#include "pipeline/device/watch.hpp"

#include <string>
#include <utility>

namespace sluice {

// Throws DeviceError: "clEnqueueNDRangeKernel of 'stretch' failed: CL_OUT_OF_RESOURCES (-5)". `object`:
// what the call was about, as it shall be shown; may be empty. `state`, when there is one, tells how much
// memory is in use where the device ran out of it.
[[noreturn]] void throw_failed(const std::string& stage, const std::string& call, const std::string& object,
                               cl_int code, const Device::State* state = nullptr);

// "1.5 GiB (1610612736 bytes)", "17 bytes".
std::string bytes_text(std::size_t bytes);

// What a call is about, in words: these, or so many bytes.
inline const std::string& object_text(const std::string& object) { return object; }
inline std::string object_text(std::size_t bytes) { return bytes_text(bytes); }

// Runs OpenCL calls; an error of theirs leaves as DeviceError, see throw_failed(). `object` is put into words
// only for those who ask.
template <class Object, class Body>
auto checked(const std::string& stage, const Object& object, const Device::State* state, Body&& body) {
    const WatchedCall call(stage, "a call", is_watched() ? std::string(object_text(object)) : std::string());
    try {
        return std::forward<Body>(body)();
    } catch (const cl::Error& error) {
        throw_failed(stage, error.what() != nullptr ? error.what() : "OpenCL", object_text(object),
                     error.err(), state);
    }
}

[[noreturn]] inline void refuse(const std::string& stage, const std::string& what) {
    throw Error(Error::Kind::device, stage, what);
}

}  // namespace sluice
