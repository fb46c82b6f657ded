// OpenCL devices: listing, choosing and opening them. This header uses no OpenCL types. To use a context or a
// queue of your own, see opencl.hpp.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/device_facts.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

// A device in the list of devices.
struct DeviceEntry {
    std::size_t index = 0;  // for `--device` and Device::pick()
    DeviceFacts facts;
    std::vector<std::string> formats;  // image objects that can be read and written: "RGBA/UNSIGNED_INT8"
    std::string missing;               // why sluice cannot use it; "" if it can
    bool chosen = false;               // Device::pick() returns this one
    std::string reason;                // why it is chosen
};

// All devices of all platforms, in the order of the OpenCL loader. Platforms that fail are left out. Empty if
// there is no loader or no platform. Does not throw if a driver is broken. Any thread.
SLUICE_API std::vector<DeviceEntry> list_devices();

struct DeviceGroup;

// An open device: an OpenCL context with its compiled kernels. A cheap handle; copies refer to the same
// device. Any thread may use it. A moved-from Device throws Error(usage).
class SLUICE_API Device {
public:
    // `spec` is an index in list_devices(), part of a name, "cpu" or "gpu". If it is "", the environment
    // variable SLUICE_DEVICE is used instead. If several devices match, GPUs come first, then accelerators,
    // then CPUs; of each kind, the device with the most compute units. Throws Error(no_device) if none
    // matches; the message lists the devices.
    static Device pick(const std::string& spec = "");
    // All devices of the kind that pick() prefers, such as all GPUs. The one that pick() returns is open; the
    // others are closed, in the order of list_devices(). Throws Error(no_device) if none can be opened.
    static DeviceGroup all();

    const DeviceFacts& facts() const;

    struct State;  // internal
    explicit Device(std::shared_ptr<State> state) : state_(std::move(state)) {}
    State& state() const;
    explicit operator bool() const { return state_ != nullptr; }  // false if moved from

private:
    std::shared_ptr<State> state_;
};

// A device that is opened only when it is needed.
struct ClosedDevice {
    std::string name;              // to display
    std::function<Device()> open;  // any thread; throws Error
};

// Devices that share work.
struct SLUICE_API DeviceGroup {
    std::vector<Device> open;  // at least one
    std::vector<ClosedDevice> closed = {};

    void open_all();  // leaves out devices that cannot be opened
};

}  // namespace sluice
