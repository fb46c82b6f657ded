#include "pipeline/device/host_event.hpp"

#include "pipeline/device/state.hpp"

#include <utility>

namespace sluice {

HostEvent::HostEvent(const Device& device, const std::string& stage) {
    auto impl = make_recycled<Event::Impl>();
    impl->event = checked(stage, "", &device.state(), [&] { return cl::UserEvent(device.state().context); });
    impl->call = "a host function";
    impl->stage = stage;
    event_ = Event(std::move(impl));
}

void HostEvent::complete() noexcept {
    if (!std::exchange(complete_, true)) clSetUserEventStatus(event_.impl()->event(), CL_COMPLETE);
}

}  // namespace sluice
