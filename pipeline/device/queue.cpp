#include "pipeline/device/queue.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/device/state.hpp"

#include <algorithm>
#include <span>

namespace sluice {
namespace {

// What the command came to; after a fault in a kernel, NVIDIA's driver answers the question with the fault.
cl_int status_of(const cl::Event& event) {
    const WatchedCall call("", "clGetEventInfo", "");
    cl_int status = CL_COMPLETE;
    const cl_int code =
        clGetEventInfo(event(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code == CL_SUCCESS ? status : code;
}

void throw_if_failed(const Event::Impl& event, cl_int status, const std::string& stage,
                     const Device::State& state) {
    if (status >= CL_COMPLETE) return;
    const std::string asker = event.stage.empty() ? stage : std::string(event.stage);
    const std::string object(event.object);
    if (status == -1) {  // some drivers say only that it failed: this is no OpenCL error's name
        const std::string what = event.call + (object.empty() ? "" : " of " + object);
        throw DeviceError(asker, what + " failed on the device, or a command that it waited for did", status);
    }
    throw_failed(asker, event.call, object, status, &state);
}

// So that it is known which command does not come back.
void wait_for_each(std::span<const Event> events, const std::string& stage) {
    for (const Event& event : events) {
        if (event.impl() == nullptr) continue;
        const Event::Impl& command = *event.impl();
        const WatchedCall call(command.stage.empty() ? stage : std::string(command.stage), command.call,
                               std::string(command.object));
        clWaitForEvents(1, &command.event());  // what is wrong with it is looked at later
    }
}

// `last`: all events are done when these are.
void wait_for(std::span<const Event> events, std::span<const Event> last, const std::string& stage,
              const Device::State& state) {
    RecycledVector<cl_event> raw;
    for (const Event& event : last) {
        const cl::CommandQueue& queue = event.impl()->queue;
        if (queue() != nullptr) checked(stage, "", &state, [&] { queue.flush(); });
        raw.push_back(event.impl()->event());
    }
    if (raw.empty()) return;
    if (is_watched()) wait_for_each(events, stage);
    const WatchedCall call(stage, "clWaitForEvents", "");
    const cl_int code = clWaitForEvents(static_cast<cl_uint>(raw.size()), raw.data());
    for (const Event& event : events) {
        if (event.impl() == nullptr) continue;
        for (const cl::Event& part : event.impl()->parts)
            throw_if_failed(*event.impl(), status_of(part), stage, state);
        throw_if_failed(*event.impl(), status_of(event.impl()->event), stage, state);
    }
    if (code != CL_SUCCESS) throw_failed(stage, "clWaitForEvents", "", code, &state);
}

}  // namespace

cl::CommandQueue new_queue(const cl::Context& context, const cl::Device& device,
                           cl_command_queue_properties properties) {
    cl_int code = CL_SUCCESS;
    const cl_command_queue queue = clCreateCommandQueue(context(), device(), properties, &code);
    if (code != CL_SUCCESS) throw cl::Error(code, "clCreateCommandQueue");
    return cl::CommandQueue(queue);
}

Queue::Impl::Impl(const Device& device, bool profile) : device(device), profile(profile) {
    const Device::State& state = device.state();
    const cl_command_queue_properties properties = profile ? CL_QUEUE_PROFILING_ENABLE : 0;
    queue = checked("", "", &state, [&] { return new_queue(state.context, state.device, properties); });
}

Queue::Impl::~Impl() {
    const WatchedCall call("", "clFinish", "");
    clFinish(queue());  // when it fails, nobody is left to be told
}

Event Queue::Impl::marker(const std::string& stage) {
    return put(stage, "clEnqueueMarkerWithWaitList", "",
               [&](const Waits* waits, cl::Event* event) { queue.enqueueMarkerWithWaitList(waits, event); });
}

void Queue::Impl::keep(const Memory& memory, const Event& until) {
    const auto on_its_way = [](const auto& transfer) { return status_of(transfer.first) > CL_COMPLETE; };
    kept.erase(kept.begin(), std::find_if(kept.begin(), kept.end(), on_its_way));
    kept.emplace_back(until.impl()->event, memory);
}

Queue::Queue(const Device& device, bool profile) : impl_(std::make_shared<Impl>(device, profile)) {}

Queue::Impl& Queue::impl() const {
    if (impl_ == nullptr) throw Error(Error::Kind::usage, "queue", "is empty, because it was moved from");
    return *impl_;
}

Event Queue::launch(const Kernel& kernel, std::size_t groups, std::size_t local, const std::string& stage) {
    const Kernel::Impl& k = kernel.impl();
    const auto refuse = [&](const std::string& why) {
        throw Error(Error::Kind::device, stage, "the kernel " + k.quoted + " " + why);
    };
    if (local == 0 || local > k.max_local) {
        refuse("cannot run in work-groups of " + std::to_string(local) +
               " work-items: " + k.device.facts().name + " takes 1 to " + std::to_string(k.max_local));
    }
    for (const Memory& memory : k.memories)
        if (memory && memory.impl().host_has_it) refuse("would use memory that is mapped to the host");
    if (groups == 0) return impl().marker(stage);
    return impl().put(stage, "clEnqueueNDRangeKernel", k.quoted, [&](const Waits* waits, cl::Event* event) {
        impl().queue.enqueueNDRangeKernel(k.kernel, cl::NullRange, cl::NDRange(groups * local),
                                          cl::NDRange(local), waits, event);
    });
}

Event Queue::marker(const std::string& stage) { return impl().marker(stage); }

void Queue::after(const Event& event, const std::string& stage) {
    if (event.impl() == nullptr) return;
    const Event::Impl& other = *event.impl();
    if (other.queue() == impl().queue()) return;  // in order anyway
    // PoCL 3.1 takes a command that waits for what has failed already, and never ends it.
    throw_if_failed(other, status_of(other.event), stage, impl().device.state());
    // Without this, a command that its queue has not yet sent would be waited for without end.
    if (other.queue() != nullptr) checked(stage, "", &impl().device.state(), [&] { other.queue.flush(); });
    impl().waits.push_back(other.event);
}

void Queue::flush() {
    checked("", "", &impl().device.state(), [&] { impl().queue.flush(); });
}

void Queue::wait(const Event& event, const std::string& stage) { wait(std::span(&event, 1), stage); }

void Queue::wait(std::span<const Event> events, const std::string& stage) {
    RecycledVector<Event> last;
    for (const Event& event : events)
        if (event.impl() != nullptr) last.push_back(event);
    wait_for(events, last, stage, impl().device.state());
}

void Queue::wait_all(std::span<const Event> commands, const std::string& stage) {
    RecycledVector<Event> last;  // of each queue
    for (auto command = commands.rbegin(); command != commands.rend(); ++command)
        if (std::none_of(last.begin(), last.end(), [&](const Event& later) {
                return later.impl()->queue() == command->impl()->queue();
            }))
            last.push_back(*command);
    wait_for(commands, last, stage, impl().device.state());
}

void Queue::abandon() noexcept {
    if (impl_ == nullptr) return;
    impl_->waits.clear();
    finish();
}

void Queue::finish() noexcept {
    if (impl_ == nullptr) return;
    const WatchedCall call("", "clFinish", "");
    if (clFinish(impl_->queue()) != CL_SUCCESS) clFinish(impl_->queue());  // memory goes after this
}

}  // namespace sluice
