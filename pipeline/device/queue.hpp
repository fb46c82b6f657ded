// Thin owners of what OpenCL has: memory, kernels, events, and an in-order queue to put work on.
// Every failure of OpenCL's is a DeviceError that names the call, the OpenCL error and the stage; a program
// that does not build names the .cl file and line. Handles are cheap to copy and keep what they need alive
// until the device is done with it. One that was moved from throws Error(usage), but an Event is done.
#pragma once

#include "pipeline/device/device.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

struct ImageFormat;

// Device memory: a buffer, or an image object of packed texels (16 bytes: RGBA/UNSIGNED_INT32) or of natural
// ones (a pixel each).
class Memory {
public:
    Memory() = default;
    static Memory buffer(const Device& device, std::size_t bytes, const std::string& stage);
    // For a buffer that the host fills or reads in place: lies in memory that both reach (unified
    // memory: the buffer itself; else pinned memory of the host, for transfers only).
    static Memory shared(const Device& device, std::size_t bytes, const std::string& stage);
    // A buffer that is this memory of the host's, which must stay as long as this does and begin at a page
    // (HostImage does). REQUIRES: unified memory.
    static Memory over(const Device& device, void* host, std::size_t bytes, const std::string& stage);
    // Of packed texels.
    static Memory image(const Device& device, std::size_t texels, std::size_t rows, const std::string& stage);
    // Of natural ones: width x rows() of the format. Throws Error(device) where DeviceFacts::natural_texels
    // has not the one that it takes.
    static Memory natural(const Device& device, const ImageFormat& format, const std::string& stage);

    explicit operator bool() const { return impl_ != nullptr; }
    std::size_t bytes() const;
    // Where the host finds shared memory all its life: no map() is needed, only that no command uses it.
    // Null where it must be mapped (unified memory), and for all that is not shared.
    void* pinned() const;
    // Queue::map() of shared memory that no command uses, at once: not behind what is on a queue.
    void* map_idle(const std::string& stage) const;
    // Of an image object: what its texels are ("R/UNSIGNED_INT8"), how many in a row, and rows; "" and 0
    // of what is none.
    std::string texel() const;
    std::size_t texels() const;
    std::size_t rows() const;

    // Whether kernels of this device reach it: whether both are of one context.
    bool is_of(const Device& device) const;

    struct Impl;
    Impl& impl() const;
    explicit Memory(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

private:
    std::shared_ptr<Impl> impl_;
};

// A kernel with its arguments. One thread at a time; each Session makes its own.
class Kernel {
public:
    // Builds the program unless this device has it already (by text and options; the compiler of the
    // driver may have a cache of its own on disk). `name`: a kernel in it. `stage`: for messages.
    Kernel(const Device& device, const std::string& program_name, const std::string& source,
           const std::string& options, const std::string& name, const std::string& stage);

    void set(unsigned index, const Memory& memory);
    void set(unsigned index, std::int32_t value);
    void set(unsigned index, std::uint32_t value);
    void set(unsigned index, std::uint64_t value);
    void set(unsigned index, float value);
    void set(unsigned index, double value);

    struct Impl;
    Impl& impl() const;

private:
    std::shared_ptr<Impl> impl_;
};

// Something that the device will have done. Empty events are done.
class Event {
public:
    Event() = default;
    // Host nanoseconds of the device's clock; 0 when the queue does not profile. Only after it is done.
    std::uint64_t start() const;
    std::uint64_t end() const;
    // Whether queues of this device can wait for it. Empty events are of every one.
    bool is_of(const Device& device) const;

    struct Impl;
    explicit Event(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    Impl* impl() const { return impl_.get(); }

private:
    std::shared_ptr<Impl> impl_;
};

// An in-order queue: each command starts after the one before it, on this queue, is done. Nothing here
// waits for the device except wait(). `stage` names who asked, for messages.
// One thread at a time.
class Queue {
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
    // Commands that follow start after `event`, which may be of another queue of this device.
    void after(const Event& event, const std::string& stage);

    void flush();  // starts what was put on it
    // Waits for events of any queue of this device, and throws what failed, the first of them first.
    void wait(const Event& event, const std::string& stage);
    void wait(const std::vector<Event>& events, const std::string& stage);
    // The same for commands of Queues, in the order in which they were put on them. What follows a command
    // that has failed may run all the same, and then says nothing: to know that all is well takes all of
    // them.
    void wait_all(const std::vector<Event>& commands, const std::string& stage);
    // After a failure: waits for all that is on its way, and forgets what the next command should have
    // waited for. Never throws.
    void abandon() noexcept;

    struct Impl;

private:
    Impl& impl() const;

    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
