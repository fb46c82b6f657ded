// OpenCL devices: which there are, which one is chosen, and one that is open for work.
// No OpenCL type appears in this header; opencl.hpp beside it has the way in for applications that
// bring their own context and queue.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/device_facts.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

struct DeviceEntry {
    std::size_t index = 0;  // as `--device` takes it
    DeviceFacts facts;
    std::vector<std::string> formats;  // of image objects that can be read and written: "RGBA/UNSIGNED_INT8"
    std::string missing;               // why it cannot be used, or ""
    bool chosen = false;               // what Device::pick() takes
    std::string reason;                // why it is chosen
};

// Every device of every platform, in the order of the OpenCL loader. Platforms that fail are left out.
// Empty when there is no loader or no platform. Never throws for a broken driver.
SLUICE_API std::vector<DeviceEntry> list_devices();

struct DeviceGroup;

// An open device: a context, and what is shared by all that runs on it. A cheap handle; copies are the
// same device. Any thread may use it. One that was moved from throws Error(usage).
class SLUICE_API Device {
public:
    // `spec`: an index of list_devices(), a part of a name, "cpu", "gpu"; "" takes the environment
    // variable SLUICE_DEVICE, else a GPU before a CPU, then more compute units before fewer.
    // Throws Error(no_device) naming the devices that there are.
    static Device pick(const std::string& spec = "");
    // All of the kind that pick() prefers, all GPUs where there is one: the one that it picks is open, the
    // others are not, in the order of list_devices(). Throws Error(no_device) where none can be opened.
    static DeviceGroup all();

    const DeviceFacts& facts() const;

    struct State;  // defined in pipeline/device/state.hpp, which only this floor includes
    explicit Device(std::shared_ptr<State> state) : state_(std::move(state)) {}
    State& state() const;
    explicit operator bool() const { return state_ != nullptr; }  // false where it was moved from

private:
    std::shared_ptr<State> state_;
};

// A device that is opened when it is needed.
struct ClosedDevice {
    std::string name;              // for people: short_name
    std::function<Device()> open;  // any thread; throws Error
};

// Devices that share work.
struct SLUICE_API DeviceGroup {
    std::vector<Device> open;  // one at least
    std::vector<ClosedDevice> closed = {};

    void open_all();  // those that cannot be opened are left out
};

}  // namespace sluice
