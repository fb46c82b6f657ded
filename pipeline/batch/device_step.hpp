// The device's part of a batch: frames in flight, and what is done when the device fails.
//
// Short of memory: everything else leaves the device, and the picture goes through alone; then in strips,
// smaller and smaller ones; its format may have half as many frames in flight from then on, or those strips.
// Failed in any other way, or still short: once more, in a new context. Then the file has failed.
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

// One thread at a time. `memory` must outlive the results, which lie there.
class DeviceStep {
public:
    // `most_kept` and `log`: as Sessions has them.
    DeviceStep(Device device, PlanOptions options, std::size_t in_flight, std::pmr::memory_resource& memory,
               std::size_t most_kept = 0, Log log = {});

    // For Steps::devices. Throws Error(usage) when no plan can be made for this file; what it returns throws
    // Error(device) when the device has failed for good, NotHere when it does not answer. This must outlive
    // it.
    Finish start(Decoded decoded, FileReport& report);

private:
    struct Work;  // a file on the device

    void submit(Work& work);
    void submit_by_rows(Work& work);
    void take_result(Work& work);
    // Waits for a frame, and does all that can be done for it. What it came to is in the work.
    void settle(Work& work);
    void settle_oldest();
    // After a frame has failed: tries again until there is a result or nothing is left to be tried.
    void redo(Work& work, DeviceError error);
    // What is tried next; false: nothing is left.
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
