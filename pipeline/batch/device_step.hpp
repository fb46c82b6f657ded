// The device's part of a batch: plans and Sessions by format, frames in flight.
#pragma once

#include "pipeline/batch/steps.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <list>
#include <memory_resource>
#include <string>
#include <vector>

namespace sluice {

// A plan that observes the Tables of all Reduces: the numbers that a manifest tells. Throws like make_plan.
ExecutionPlan plan_observing_all(const CheckedGraph& graph, const Registry& registry,
                                 const SourceFormats& formats, const DeviceFacts& device,
                                 PlanOptions options);

// What a plan depends on: formats of the Sources, and the kinds of the files to be saved.
struct PlanKey {
    SourceFormats formats;
    std::vector<std::string> extensions;
    bool operator==(const PlanKey&) const = default;
};
PlanKey plan_key(const CheckedGraph& graph, SourceFormats formats);

// Keeps the Sessions of the formats used last, so that pictures of mixed sizes are not planned and
// built for each. One thread at a time. `registry` must outlive it, and `memory` the results, which lie
// there.
class DeviceStep {
public:
    DeviceStep(Device device, const Registry& registry, PlanOptions options, std::size_t in_flight,
               std::pmr::memory_resource& memory);

    // For Steps::start. Throws Error(usage) when no plan can be made for this file, Error(device).
    Finish start(Decoded decoded, FileReport& report);

private:
    struct Entry {
        PlanKey key;
        Session session;
    };
    Entry& entry_for(const CheckedGraph& graph, const SourceFormats& formats, FileReport& report);
    void make_room(std::size_t bytes);

    Device device_;
    const Registry& registry_;
    PlanOptions options_;
    std::size_t in_flight_;
    std::pmr::memory_resource& memory_;
    std::list<Entry> entries_;  // the one used last is first
};

}  // namespace sluice
