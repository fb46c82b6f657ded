// One graph, run on images of any format.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/session.hpp"

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

struct Measurement {
    Graph graph;
    std::vector<std::string> tables;  // that come down: ids of nodes
};

// Belongs to one thread.
class ByFormat {
public:
    using MakeGraph = std::function<Measurement(const ImageFormat&)>;
    ByFormat(Device device, StorageChoice storage, MakeGraph graph);

    // All layers count as one image. The pixels stay unchanged until the frame is done. Throws Error(device).
    Frame run(ConstHostView image);
    const Device& device() const { return device_; }

private:
    Session& session_for(const ImageFormat& format);

    Device device_;
    StorageChoice storage_;
    MakeGraph graph_;
    // Images of a folder often have few sizes. The one used last stands first; the last one goes when
    // there are too many, since each holds device memory.
    std::list<std::pair<ImageFormat, Session>> sessions_;
};

// The counts of a channel in a Table of one row.
std::vector<std::uint64_t> histogram_of(const Table& table, std::size_t channel);

}  // namespace sluice::apps
