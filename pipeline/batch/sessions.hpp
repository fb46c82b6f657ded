// Plans and Sessions of a batch, by format.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace sluice {

// What a plan depends on: formats of the Sources, with their colour profiles where a stage reads these, what
// those that are read smaller would be else, and the kinds of the files to be saved.
struct PlanKey {
    SourceFormats formats;
    std::map<std::string, ReadSmaller> smaller;
    std::vector<std::string> extensions;
    bool operator==(const PlanKey& other) const;
};
PlanKey plan_key(const CheckedGraph& graph, SourceFormats formats);

// How much of the device pictures of a format may take.
struct Share {
    std::size_t in_flight = 1;     // frames at once
    std::size_t limit_memory = 0;  // bytes of a frame, as PlanOptions has it
};

// Keeps the Sessions of the formats used last, so that pictures of mixed sizes are not planned and built for
// each. A format for which the device was short of memory is remembered for longer than its Session. One
// thread at a time.
class Sessions {
public:
    // `most_kept`: bytes of device memory of the Sessions that wait for their format; 0 = a quarter of what
    // the device has. A Session of more is made for its frame only.
    // `log`: hears details and notes of them; warnings are asked of frames.
    Sessions(Device device, PlanOptions options, std::size_t in_flight, std::size_t most_kept = 0,
             Log log = {});

    // Throws Error(usage) when no plan can be made, Error(device). Adds the seconds that it took to plan
    // and build to `build`.
    Session get(const CheckedGraph& graph, const PlanKey& key, double& build);

    Share share(const PlanKey& key) const;
    // For Sessions made from now on.
    void set_share(const PlanKey& key, const Share& share);
    // For a format that was never short of memory: bytes of a frame.
    void set_limit(const PlanKey& key, std::size_t bytes);
    // A quarter of the memory that a frame takes now, one frame at a time. False where no plan can do with
    // that: then nothing changes.
    bool cut(const CheckedGraph& graph, const PlanKey& key);

    void clear() { entries_.clear(); }  // gives memory back, once no frame of them is held
    // Makes Sessions on another device from now on, and forgets those that there are.
    void move_to(Device device);
    const Device& device() const { return device_; }

private:
    struct Entry {
        PlanKey key;
        Session session;
        std::size_t bytes;  // of device memory, with all frames in flight
    };
    struct Short {
        PlanKey key;
        Share share;
    };
    ExecutionPlan plan(const CheckedGraph& graph, const PlanKey& key, std::size_t limit_memory) const;
    // False where there is none, whatever is dropped.
    bool make_room(std::size_t bytes);

    Device device_;
    PlanOptions options_;
    std::size_t in_flight_, most_kept_;
    Log log_;
    std::list<Entry> entries_;  // the one used last is first
    std::list<Short> shorts_;   // the newest is first
};

}  // namespace sluice
