#include "pipeline/device/inspect.hpp"

#include "pipeline/device/state.hpp"

namespace sluice {

std::size_t builds_of(const Device& device) { return device.state().programs.builds(); }

bool short_headers_will_do(const Device& device) { return device.state().programs.short_headers_will_do(); }

double seconds_compiling(const Device& device) { return device.state().programs.seconds(); }

std::size_t held_bytes_of(const Device& device) { return device.state().held_bytes; }

Device with_facts(const Device& device, const DeviceFacts& facts) {
    auto state = std::make_shared<Device::State>();
    state->context = device.state().context;
    state->device = device.state().device;
    state->facts = facts;
    return Device(std::move(state));
}

}  // namespace sluice
