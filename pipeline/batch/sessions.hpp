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
#include <utility>
#include <vector>

namespace sluice {

// What a plan depends on: the formats of the Sources, their colour profiles if a stage uses them, the full
// sizes of images that are read smaller, the formats of the files to save, values of parameters, and what
// stands in for stages whose size follows from pixels.
struct PlanKey {
    SourceFormats formats;
    std::map<std::string, ReadSmaller> smaller;
    std::vector<std::string> extensions;
    std::size_t variant = 0;                // CheckedGraph::variant
    std::vector<std::string> origins = {};  // the files, if a stage reads their names
    std::map<std::string, std::pair<std::string, Values>> stand_ins = {};  // by id: stage and parameters
    bool operator==(const PlanKey& other) const;
};
PlanKey plan_key(const CheckedGraph& graph, SourceFormats formats);

// How much of the device the images of a format may use.
struct Share {
    std::size_t in_flight = 1;     // frames at once
    std::size_t limit_memory = 0;  // bytes for a frame, as in PlanOptions
};

// Keeps the Sessions of the most recent formats, so that a batch of mixed sizes does not plan and build for
// each image. Remembers for which formats the device was short of memory, for longer than their Sessions. Use
// it from one thread at a time.
class Sessions {
public:
    // `most_kept`: limit of device memory for Sessions that are kept, in bytes; 0 = a quarter of the
    // device's. A larger Session is made for one frame only. `log`: receives details and notes of the
    // Sessions. Warnings come from the frames.
    Sessions(Device device, PlanOptions options, std::size_t in_flight, std::size_t most_kept = 0,
             Log log = {});

    // Throws Error(usage) if no plan can be made, and Error(device). Adds the seconds for planning and
    // building to `build`.
    Session get(const CheckedGraph& graph, const PlanKey& key, double& build);

    Share share(const PlanKey& key) const;
    // Applies to Sessions that are made later.
    void set_share(const PlanKey& key, const Share& share);
    // The limit for formats that were never short of memory, in bytes for a frame.
    void set_limit(const PlanKey& key, std::size_t bytes);
    // Limits a format to a quarter of the memory that its frames take now, with one frame at a time. Returns
    // false, and changes nothing, if no plan needs so little.
    bool cut(const CheckedGraph& graph, const PlanKey& key);

    void clear() { entries_.clear(); }  // releases memory, once no frame of the Sessions exists
    // Makes Sessions on another device from now on, and drops all existing ones.
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
    // Returns false if there is not enough, even after dropping everything.
    bool make_room(std::size_t bytes);

    Device device_;
    PlanOptions options_;
    std::size_t in_flight_, most_kept_;
    Log log_;
    std::list<Entry> entries_;  // the one used last is first
    std::list<Short> shorts_;   // the newest is first
};

}  // namespace sluice
