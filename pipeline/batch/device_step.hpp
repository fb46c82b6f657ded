// The device's part of a batch: frames in flight, and recovery when the device fails.
//
// If the device is short of memory, the image is processed alone, then in smaller and smaller strips. Its
// format keeps these strips, or half as many frames in flight, from then on. If the device fails in another
// way, or is still short of memory, the image is tried once more in a new context. If that fails too, the
// file fails.
//
// Sizes that follow from pixels are measured by frames of their own, before that of the results.
#pragma once

#include "pipeline/batch/sessions.hpp"
#include "pipeline/batch/steps.hpp"
#include "pipeline/device/error/device_error.hpp"

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <string>
#include <vector>

namespace sluice {

// Use it from one thread at a time. `memory` must outlive the results, which are stored there.
class DeviceStep {
public:
    // `most_kept` and `log`: as in Sessions.
    DeviceStep(Device device, PlanOptions options, std::size_t in_flight, std::pmr::memory_resource& memory,
               std::size_t most_kept = 0, Log log = {});

    // For Steps::devices. Throws Error(usage) if no plan can be made for the file. The returned function
    // throws Error(device) if the device has failed for good, NotHere if it does not answer. This object must
    // outlive it.
    Finish start(Decoded decoded, FileReport& report);

private:
    struct Work;  // a file on the device

    void set_limit(const Work& work);
    void submit(Work& work);
    void submit_by_rows(Work& work);
    // Waits for the Tables of a frame that measures sizes (measured.hpp).
    void take_sizes(Work& work);
    void take_result(Work& work);
    // Waits for a frame, and recovers from failures if possible. The outcome is in the work.
    void settle(Work& work);
    void settle_oldest();
    // After a frame has failed: tries again until there is a result, or nothing is left to try.
    void redo(Work& work, DeviceError error);
    // Chooses what to try next; false if nothing is left.
    bool prepare(Work& work, const DeviceError& error);
    void renew(const DeviceError& error);  // throws DeviceError
    void give_up(Work& work, const DeviceError& error);

    Sessions sessions_;
    std::pmr::memory_resource& memory_;
    std::vector<std::weak_ptr<Work>> flying_;  // the oldest first
    std::size_t contexts_ = 1;                 // that there were
    std::size_t lost_ = 0;                     // files in turn after which the device did not answer
    Wording why_lost_;                         // once it is given up
};

}  // namespace sluice
