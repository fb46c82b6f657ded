#include "pipeline/device/event.hpp"

#include "pipeline/device/state.hpp"

namespace sluice {
namespace {

std::uint64_t profiled_time(const Event::Impl* event, cl_profiling_info what) {
    if (event == nullptr || !event->profiled) return 0;
    cl_ulong time = 0;  // a driver that does not tell is no failure of the work
    const cl_int code = clGetEventProfilingInfo(event->event(), what, sizeof time, &time, nullptr);
    return code == CL_SUCCESS ? time : 0;
}

}  // namespace

std::uint64_t Event::start() const { return profiled_time(impl_.get(), CL_PROFILING_COMMAND_START); }
std::uint64_t Event::end() const { return profiled_time(impl_.get(), CL_PROFILING_COMMAND_END); }

bool Event::done() const {
    if (impl_ == nullptr) return true;
    cl_int status = CL_COMPLETE;
    const cl_int code =
        clGetEventInfo(impl_->event(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code != CL_SUCCESS || status <= CL_COMPLETE;  // a failure that wait() will tell
}

bool Event::is_of(const Device& device) const {
    if (impl_ == nullptr) return true;
    cl_context context = nullptr;
    clGetEventInfo(impl_->event(), CL_EVENT_CONTEXT, sizeof context, &context, nullptr);
    return context == device.state().context();
}

}  // namespace sluice
