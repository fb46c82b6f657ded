#include "pipeline/device/device.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/device/find/choose.hpp"
#include "pipeline/device/find/facts.hpp"
#include "pipeline/device/find/find.hpp"
#include "pipeline/device/find/probe.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/device/open.hpp"
#include "pipeline/device/state.hpp"

#include <optional>
#include <utility>

namespace sluice {

Device open_device(const cl::Context& context, const cl::Device& device) {
    refuse_forked();
    auto state = std::make_shared<Device::State>();
    state->context = context;
    state->device = device;
    state->facts = facts_of(device());
    set_texels(state->facts, image_formats(context()));
    const InlinePtx ptx = inline_ptx(context, device, state->facts);
    state->facts.inline_ptx = ptx.at_all;
    state->facts.packed_minmax = ptx.packed_minmax;
    state->facts.dot_bytes = ptx.dot_bytes;
    // Of other devices than NVIDIA's nobody has measured it.
    state->facts.fast_subnormals = ptx.at_all && keeps_subnormals(device());
    return Device(std::move(state));
}

Device open_device(const cl::Device& device) {
    const WatchedCall call("", "opening the device", "");
    return checked("", short_name(facts_of(device())), nullptr,
                   [&] { return open_device(cl::Context(device), device); });
}

namespace {

// Nothing where it cannot be opened: its entry says why.
std::optional<Device> opened(FoundDevices& found, std::size_t index) {
    try {
        return open_device(cl::Device(found.ids[index], true));
    } catch (const Error& error) {
        found.entries[index].missing = error.message();
        return std::nullopt;
    }
}

}  // namespace

Device Device::pick(const std::string& spec) {
    FoundDevices found = find_devices();
    const DeviceWish wish = device_wish(spec);
    for (;;)  // a device that cannot be opened gives way to the next one that the wish names
        if (auto device = opened(found, choose_device(found.entries, wish, found.hint).index))
            return *std::move(device);
}

DeviceGroup Device::all() {
    FoundDevices found = find_devices();
    for (;;) {  // as pick()
        const std::size_t first = choose_device(found.entries, {}, found.hint).index;
        auto device = opened(found, first);
        if (!device) continue;
        DeviceGroup group{{*std::move(device)}};
        for (const DeviceEntry& entry : found.entries)
            if (entry.index != first && entry.missing.empty() &&
                entry.facts.type == found.entries[first].facts.type)
                group.closed.push_back(
                    {short_name(entry.facts),
                     [other = cl::Device(found.ids[entry.index], true)] { return open_device(other); }});
        return group;
    }
}

void DeviceGroup::open_all() {
    for (const ClosedDevice& device : closed) {
        try {
            open.push_back(device.open());
        } catch (const Error&) {  // as if it was not there
        }
    }
    closed.clear();
}

Device::State& Device::state() const {
    if (state_ == nullptr) throw Error(Error::Kind::usage, "device", "is empty, because it was moved from");
    return *state_;
}

const DeviceFacts& Device::facts() const { return state().facts; }

std::vector<DeviceEntry> list_devices() {
    FoundDevices found = find_devices();
    for (DeviceEntry& entry : found.entries) {
        if (!entry.missing.empty()) continue;
        if (const auto device = opened(found, entry.index)) {
            entry.formats = image_formats(device->state().context());
            entry.facts = device->facts();
        }
    }
    try {
        const DeviceChoice choice = choose_device(found.entries, device_wish(""), found.hint);
        found.entries[choice.index].chosen = true;
        found.entries[choice.index].reason = choice.reason;
    } catch (const Error&) {  // SLUICE_DEVICE names none of them, or none can be used: none is chosen
    }
    return std::move(found.entries);
}

}  // namespace sluice
