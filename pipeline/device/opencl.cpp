#include "pipeline/device/opencl.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/device/find/facts.hpp"
#include "pipeline/device/open.hpp"
#include "pipeline/device/state.hpp"

#include <algorithm>

namespace sluice {

Device adopt_device(cl_context context, cl_device_id device) {
    if (context == nullptr) throw Error(Error::Kind::device, "adopt_device", "the context is null");
    return checked("adopt_device", "", nullptr, [&] {
        const cl::Context owner(context, true);
        const std::vector<cl::Device> devices = owner.getInfo<CL_CONTEXT_DEVICES>();
        for (const cl::Device& candidate : devices)
            if (device == nullptr || candidate() == device) return open_device(owner, candidate);
        throw Error(Error::Kind::device, "adopt_device", "the context does not have this device");
    });
}

Device adopt_device(cl_command_queue queue) {
    if (queue == nullptr) throw Error(Error::Kind::device, "adopt_device", "the command queue is null");
    return checked("adopt_device", "", nullptr, [&] {
        const cl::CommandQueue owner(queue, true);
        return open_device(owner.getInfo<CL_QUEUE_CONTEXT>(), owner.getInfo<CL_QUEUE_DEVICE>());
    });
}

Memory adopt_memory(const Device& device, cl_mem memory) {
    using Kind = Memory::Impl::Kind;
    const auto refuse = [](const std::string& why) { throw Error(Error::Kind::device, "adopt_memory", why); };
    if (memory == nullptr) refuse("the memory is null");
    const cl::Memory owner(memory, true);
    return checked("adopt_memory", "", nullptr, [&] {
        if (owner.getInfo<CL_MEM_CONTEXT>()() != device.state().context())
            refuse("the memory belongs to another context");
        const cl_mem_object_type type = owner.getInfo<CL_MEM_TYPE>();
        if (type != CL_MEM_OBJECT_BUFFER && type != CL_MEM_OBJECT_IMAGE2D)
            refuse("the memory is neither a buffer nor a 2D image object");
        const bool image = type == CL_MEM_OBJECT_IMAGE2D;
        auto impl = make_recycled<Memory::Impl>(device, image ? Kind::image : Kind::buffer,
                                                owner.getInfo<CL_MEM_SIZE>());
        impl->memory = owner;
        if (image) {
            impl->texel = texel_name(impl->image().getImageInfo<CL_IMAGE_FORMAT>());
            const std::vector<std::string>& natural = device.facts().natural_texels;
            if (impl->texel != packed_texel &&
                std::find(natural.begin(), natural.end(), plain_texel(impl->texel)) == natural.end())
                refuse("an image object of " + impl->texel + "; it must have packed texels, " +
                       std::string(packed_texel) + ", or one pixel in each texel, " + listed(natural) +
                       ", or the same with the order BGRA or the types UNORM_INT8 and UNORM_INT16");
            impl->texel_bytes = impl->image().getImageInfo<CL_IMAGE_ELEMENT_SIZE>();
            impl->texels = impl->image().getImageInfo<CL_IMAGE_WIDTH>();
            impl->rows = impl->image().getImageInfo<CL_IMAGE_HEIGHT>();
        }
        return Memory(std::move(impl));
    });
}

Event adopt_event(const Device& device, cl_event event) {
    if (event == nullptr) throw Error(Error::Kind::device, "adopt_event", "the event is null");
    auto impl = make_recycled<Event::Impl>();
    impl->event = cl::Event(event, true);
    impl->call = "a command of the application";
    checked("adopt_event", "", nullptr, [&] {
        if (impl->event.getInfo<CL_EVENT_CONTEXT>()() != device.state().context())
            throw Error(Error::Kind::device, "adopt_event", "the event belongs to another context");
        impl->queue = impl->event.getInfo<CL_EVENT_COMMAND_QUEUE>();  // null for a user event
    });
    return Event(std::move(impl));
}

Event end_of(const Device& device, cl_command_queue queue) {
    if (queue == nullptr) throw Error(Error::Kind::device, "end_of", "the command queue is null");
    return checked("end_of", "", nullptr, [&] {
        const cl::CommandQueue owner(queue, true);
        cl::Event marker;
        owner.enqueueMarkerWithWaitList(nullptr, &marker);
        owner.flush();
        return adopt_event(device, marker());
    });
}

void after(cl_command_queue queue, const Event& event) {
    if (queue == nullptr) throw Error(Error::Kind::device, "after", "the command queue is null");
    if (event.impl() == nullptr) return;
    checked("after", "", nullptr, [&] {
        const std::vector<cl::Event> events{event.impl()->event};
        cl::CommandQueue(queue, true).enqueueBarrierWithWaitList(&events);
    });
}

cl_mem native(const Memory& memory) { return memory ? memory.impl().memory() : nullptr; }
cl_context native(const Device& device) { return device.state().context(); }
cl_event native(const Event& event) { return event.impl() != nullptr ? event.impl()->event() : nullptr; }

}  // namespace sluice
