// An in-order queue to put work on.
//
// Queue, Memory, Kernel and Event are thin owners of what OpenCL has.
// Every failure of OpenCL's is a DeviceError that names the call, the OpenCL error and the stage; a program
// that does not build names the .cl file and line. Handles are cheap to copy and keep what they need alive
// until the device is done with it. One that was moved from throws Error(usage), but an Event is done.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/device/event.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace sluice {

class Kernel;
class Memory;

// An in-order queue: each command starts after the one before it, on this queue, is done. Nothing here
// waits for the device except wait(). `stage` names who asked, for messages.
// One thread at a time.
class SLUICE_API Queue {
public:
    explicit Queue(const Device& device, bool profile = false);

    Event launch(const Kernel& kernel, std::size_t groups, std::size_t local, const std::string& stage);

    // Rows of `row_bytes` bytes between host memory and a buffer or image object. The host memory must
    // stay until the event is done. `pitch`: distance of rows in bytes.
    Event write(const Memory& dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                std::size_t row_bytes, std::size_t rows, const std::string& stage);
    Event read(void* dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
               std::size_t row_bytes, std::size_t rows, const std::string& stage);
    // The same between two memories of the device: a shared buffer and a buffer or image object.
    Event copy(const Memory& dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
               std::size_t row_bytes, std::size_t rows, const std::string& stage);

    // Shared memory belongs either to the host or to the device. map() starts the way to the host: the
    // pointer may be used once the event is done; unmap() gives it back to the commands that follow.
    Event map(const Memory& memory, bool for_writing, void** pointer, const std::string& stage);
    Event unmap(const Memory& memory, const std::string& stage);

    Event fill_zero(const Memory& buffer, std::size_t bytes, const std::string& stage);
    // A command that does nothing: done when those before it are, and what it was to start after.
    Event marker(const std::string& stage);
    // Commands that follow start after `event`, which may be of another queue of this device.
    void after(const Event& event, const std::string& stage);

    void flush();  // starts what was put on it
    // Waits for events of any queue of this device, and throws what failed, the first of them first.
    void wait(const Event& event, const std::string& stage);
    void wait(std::span<const Event> events, const std::string& stage);
    // The same for commands of Queues, in the order in which they were put on them. What follows a command
    // that has failed may run all the same, and then says nothing: to know that all is well takes all of
    // them.
    void wait_all(std::span<const Event> commands, const std::string& stage);
    // Waits for all that is on its way, whatever comes of it. Never throws. Any thread, as wait_all().
    void finish() noexcept;
    // After a failure: the same, and forgets what the next command should have waited for.
    void abandon() noexcept;

    struct Impl;

private:
    Impl& impl() const;

    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
