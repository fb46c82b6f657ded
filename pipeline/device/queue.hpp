// In-order command queues.
//
// Queue, Memory, Kernel and Event are handles of OpenCL objects. They are cheap to copy, and keep the objects
// alive until the device no longer needs them. If an OpenCL call fails, it throws a DeviceError that names
// the call, the OpenCL error and the stage. If a program does not compile, the Error names the .cl file and
// the line. A moved-from handle throws Error(usage); a moved-from Event is done.
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

// An in-order queue: each command starts when the one before it has finished. Only wait(), wait_all(),
// finish() and abandon() wait for the device. `stage` is the name for error messages. Use a Queue from one
// thread at a time, except as noted below.
class SLUICE_API Queue {
public:
    explicit Queue(const Device& device, bool profile = false);

    // Launches `groups` work-groups of `local` work-items.
    Event launch(const Kernel& kernel, std::size_t groups, std::size_t local, const std::string& stage);

    // Copy `rows` rows of `row_bytes` bytes between host memory and a buffer or an image object. The pitches
    // are in bytes from row to row. The host memory must stay valid until the event is done.
    Event write(const Memory& dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                std::size_t row_bytes, std::size_t rows, const std::string& stage);
    Event read(void* dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
               std::size_t row_bytes, std::size_t rows, const std::string& stage);
    // Copies rows from a shared buffer to a buffer or an image object, or back.
    Event copy(const Memory& dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
               std::size_t row_bytes, std::size_t rows, const std::string& stage);

    // Shared memory belongs either to the host or to the device. After map(), the host may use `*pointer`
    // once the event is done. unmap() returns the memory to the device, for the commands that follow.
    Event map(const Memory& memory, bool for_writing, void** pointer, const std::string& stage);
    Event unmap(const Memory& memory, const std::string& stage);

    Event fill_zero(const Memory& buffer, std::size_t bytes, const std::string& stage);
    // An empty command. Its event is done when all commands before it are done, and the events that after()
    // was called with.
    Event marker(const std::string& stage);
    // Makes all further commands wait for `event`, which may belong to another queue of this device.
    void after(const Event& event, const std::string& stage);

    void flush();  // sends the enqueued commands to the device
    // Wait for events of any queue of this device. Throw the error of the first event that failed.
    void wait(const Event& event, const std::string& stage);
    void wait(std::span<const Event> events, const std::string& stage);
    // Waits for commands, which must be listed in the order in which they were enqueued, and checks every one
    // of them: a command may succeed although one before it has failed. Any thread.
    void wait_all(std::span<const Event> commands, const std::string& stage);
    // Waits for all commands, whether they succeed or fail. Any thread.
    void finish() noexcept;
    // After a failure: like finish(), and forgets the events that after() was called with.
    void abandon() noexcept;

    struct Impl;

private:
    Impl& impl() const;

    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
