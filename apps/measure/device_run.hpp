// A pipeline on an image that lies on the device, timed by the events of its kernels.
#pragma once

#include "pipeline/plan/plan.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sluice::apps {

// The Sources of a graph without `load`, by id. Throws Error(usage) with the faults of the graph.
std::vector<std::string> source_ids(const Graph& graph);

// An image in device memory, put there once. Belongs to one thread.
class ImageOnDevice {
public:
    // In the storage that a plan with this choice expects.
    ImageOnDevice(const HostImage& src, const Device& device, StorageChoice storage);
    DeviceImage get() const { return frame_.image(); }

private:
    Session session_;
    Frame frame_;
};

// The images must outlive it. Belongs to one thread.
class DeviceRun {
public:
    DeviceRun(const Graph& graph, const ImageOnDevice& image, const Device& device,
              const PlanOptions& options);
    // By the ids of the Sources. A run is of so many frames at once, which share its times.
    DeviceRun(const Graph& graph, std::map<std::string, SubmittedImage> images, const Device& device,
              const PlanOptions& options, std::size_t in_flight = 1);

    // Of such images.
    DeviceRun(const Plan& plan, std::map<std::string, SubmittedImage> images, std::size_t in_flight = 1);

    struct Times {
        double kernels_ms = 0;  // the sum of all launches
        double wall_ms = 0;     // from the start of the first to the end of the last
    };
    Times run();
    Table table(const std::string& name);  // as a run leaves it
    HostImage result();                    // of the only Sink

    // What is launched, by the name of its spans, with the bytes of device memory that it reads and writes.
    const std::map<std::string, std::size_t>& launches() const { return launches_; }
    const ExecutionPlan& plan() const { return session_.plan(); }

private:
    Frame submit() { return session_.submit(images_); }

    std::map<std::string, SubmittedImage> images_;
    std::size_t in_flight_;
    Session session_;
    std::map<std::string, std::size_t> launches_;
};

}  // namespace sluice::apps
