// What the handles of this floor stand for. Included only inside this floor.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/recycled.hpp"
#include "pipeline/device/clhpp.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/device/error/errors.hpp"
#include "pipeline/device/event.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/program/argument_kinds.hpp"
#include "pipeline/device/program/program_cache.hpp"
#include "pipeline/device/queue.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// Throws cl::Error.
cl::CommandQueue new_queue(const cl::Context& context, const cl::Device& device,
                           cl_command_queue_properties properties = 0);

struct SLUICE_HIDDEN Device::State {
    cl::Context context;
    cl::Device device;
    DeviceFacts facts;
    ProgramCache programs;
    std::atomic<std::size_t> held_bytes{0};  // of all Memory that lives

    // For memory that is mapped all its life; made when it is first needed. Any thread.
    cl::CommandQueue& mapping_queue();

private:
    std::once_flag mapping_queue_made_;
    cl::CommandQueue mapping_queue_;
};

struct SLUICE_HIDDEN Memory::Impl {
    enum class Kind {
        buffer,
        image,
        shared,  // a buffer that the host may map
        pinned,  // of the host, and mapped all its life: the device only copies from and to it
    };

    Impl(Device device, Kind kind, std::size_t bytes) : device(std::move(device)), kind(kind), bytes(bytes) {}
    ~Impl();
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    const cl::Buffer& buffer() const { return static_cast<const cl::Buffer&>(memory); }
    const cl::Image& image() const { return static_cast<const cl::Image&>(memory); }
    bool is_image() const { return kind == Kind::image; }

    Device device;
    Kind kind;
    std::size_t bytes;
    std::string texel;  // of an image: its texel_name
    std::size_t texel_bytes = 0, texels = 0, rows = 0;
    cl::Memory memory;
    std::size_t held = 0;        // bytes that count in held_bytes: 0 when adopted
    void* pointer = nullptr;     // where the host sees it, while it is mapped
    bool host_has_it = false;    // between map() and unmap()
    cl::CommandQueue map_queue;  // what `pointer` was mapped with
};

struct SLUICE_HIDDEN Kernel::Impl {
    Impl(Device device, std::string name, std::string stage);

    Device device;
    std::string name, quoted;  // as messages show it
    std::string stage;         // of the one who made it
    cl::Kernel kernel;
    std::size_t max_local = 1;  // work-items of a group
    std::vector<ArgumentKind> kinds;
    // clSetKernelArg does not retain: what is set must be kept until it is enqueued. From then on, the
    // OpenCL runtime retains the kernel and its memory until the command is done.
    std::vector<Memory> memories;  // by index; empty ones are numbers
};

struct SLUICE_HIDDEN Event::Impl {
    cl::Event event;
    RecycledVector<cl::Event> parts;  // other commands of the same transfer, put on the queue before it
    cl::CommandQueue queue;           // where the command waits; to flush it
    bool profiled = false;
    const char* call = "";  // "clEnqueueNDRangeKernel", for messages; a literal
    RecycledString object;  // name of a kernel, or empty
    RecycledString stage;
};

using Waits = std::vector<cl::Event>;

struct SLUICE_HIDDEN Queue::Impl {
    Impl(const Device& device, bool profile);
    ~Impl();
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    // Puts a command on the queue: `enqueue` is called with the events to wait for (null: none) and the
    // event to fill.
    template <class Enqueue>
    Event put(const std::string& stage, const char* call, const std::string& object, Enqueue&& enqueue) {
        auto event = make_recycled<Event::Impl>();
        // Where this fails, the next command must not wait for what this one should have waited for.
        struct Forget {
            Waits& waits;
            ~Forget() { waits.clear(); }
        } const forget{waits};
        checked(stage, object, &device.state(), [&] {
            const WatchedCall watched(stage, call, object);
            enqueue(waits.empty() ? nullptr : &waits, &event->event);
        });
        event->queue = queue;
        event->profiled = profile;
        event->call = call;
        event->object = object;
        event->stage = stage;
        return Event(std::move(event));
    }
    // A command that does nothing: done when all before it are.
    Event marker(const std::string& stage);
    // OpenCL sees transfers from pinned memory as transfers from a pointer of the host, and so does not
    // keep the memory.
    void keep(const Memory& memory, const Event& until);

    Device device;
    bool profile;
    cl::CommandQueue queue;
    Waits waits;  // of other queues; for the next command
    RecycledVector<std::pair<cl::Event, Memory>> kept;
};

}  // namespace sluice
