// Shared memory on its way to the host and back; and memory that is cleared.
#include "pipeline/device/queue.hpp"
#include "pipeline/device/state.hpp"

#include <algorithm>

namespace sluice {
namespace {

using Kind = Memory::Impl::Kind;

bool is_shared(const Memory& memory) {
    return memory && (memory.impl().kind == Kind::shared || memory.impl().kind == Kind::pinned);
}

Memory::Impl& to_map(const Memory& memory, const std::string& stage) {
    if (!is_shared(memory)) refuse(stage, "only shared memory can be mapped to the host");
    if (memory.impl().host_has_it) refuse(stage, "the memory is already mapped to the host");
    return memory.impl();
}

// Not CL_MAP_WRITE_INVALIDATE_REGION: what the host leaves out must stay.
cl_map_flags map_flags(bool for_writing) { return for_writing ? CL_MAP_READ | CL_MAP_WRITE : CL_MAP_READ; }

}  // namespace

Event Queue::map(const Memory& memory, bool for_writing, void** pointer, const std::string& stage) {
    Memory::Impl& m = to_map(memory, stage);
    Event done;
    if (m.kind == Kind::pinned) {  // it is there; what is on its way to it or from it must be done
        done = impl().marker(stage);
    } else {
        done = impl().put(stage, "clEnqueueMapBuffer", "", [&](const Waits* waits, cl::Event* event) {
            m.pointer = impl().queue.enqueueMapBuffer(m.buffer(), CL_FALSE, map_flags(for_writing), 0,
                                                      std::max<std::size_t>(m.bytes, 1), waits, event);
        });
        m.map_queue = impl().queue;
    }
    m.host_has_it = true;
    *pointer = m.pointer;
    return done;
}

void* Memory::map_idle(const std::string& stage) const {
    Impl& m = to_map(*this, stage);
    if (m.kind == Kind::shared) {
        Device::State& state = m.device.state();
        checked(stage, "", &state, [&] {
            m.map_queue = state.mapping_queue();
            m.pointer = m.map_queue.enqueueMapBuffer(m.buffer(), CL_TRUE, map_flags(true), 0,
                                                     std::max<std::size_t>(m.bytes, 1));
        });
    }
    m.host_has_it = true;
    return m.pointer;
}

Event Queue::unmap(const Memory& memory, const std::string& stage) {
    if (!is_shared(memory) || !memory.impl().host_has_it)
        refuse(stage, "the memory is not mapped to the host");
    Memory::Impl& m = memory.impl();
    Event done;
    if (m.kind == Kind::pinned) {
        done = impl().marker(stage);
    } else {
        done = impl().put(stage, "clEnqueueUnmapMemObject", "", [&](const Waits* waits, cl::Event* event) {
            impl().queue.enqueueUnmapMemObject(m.memory, m.pointer, waits, event);
        });
        m.pointer = nullptr;
    }
    m.host_has_it = false;
    return done;
}

Event Queue::fill_zero(const Memory& buffer, std::size_t bytes, const std::string& stage) {
    if (bytes == 0) return impl().marker(stage);
    if (!buffer || buffer.impl().is_image() || buffer.impl().kind == Kind::pinned)
        refuse(stage, "only buffers of the device can be cleared");
    const Memory::Impl& m = buffer.impl();
    if (m.host_has_it) refuse(stage, "memory that is mapped to the host cannot be cleared");
    if (bytes > m.bytes)
        refuse(stage, bytes_text(bytes) + " to clear do not fit a buffer of " + bytes_text(m.bytes));
    return impl().put(stage, "clEnqueueFillBuffer", "", [&](const Waits* waits, cl::Event* event) {
        if (bytes % sizeof(cl_uint) == 0)  // as much faster as it is wider on some devices
            impl().queue.enqueueFillBuffer(m.buffer(), cl_uint{0}, 0, bytes, waits, event);
        else
            impl().queue.enqueueFillBuffer(m.buffer(), cl_uchar{0}, 0, bytes, waits, event);
    });
}

}  // namespace sluice
