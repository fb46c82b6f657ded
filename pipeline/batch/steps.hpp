// Moves files through three steps on several threads: decode and encode on a pool of workers, the device
// on a thread of its own. Knows nothing about pictures, pipelines or devices.
//
// A file holds one of `slots` from before it is decoded until after it is encoded, so that memory is
// bounded whichever step is the slowest. Workers would rather encode than decode: what is finished
// leaves first.
#pragma once

#include "pipeline/batch/report.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/graph/graph.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

struct Decoded {
    CheckedGraph graph;                       // the pipeline of this file, with its paths
    std::map<std::string, HostImage> images;  // by the id of the Source
};
struct Processed {
    std::map<std::string, HostImage> images;  // by the id of the Sink
};

// What the device has begun. Waits for it and gives the result.
using Finish = std::function<Processed(FileReport&)>;

// Thrown by a step: this file has failed, and so would all others. No further file is taken.
class Hopeless : public Error {
public:
    using Error::Error;
};

// Each may throw: then the file has failed, and the others go on. Each fills the part of the report that it
// knows; times are taken by run_steps, but for seconds.build.
struct Steps {
    // Any worker. Nothing: the file is skipped; report.error has the reason.
    std::function<std::optional<Decoded>(FileReport&)> decode;
    // Begins the work on the device and returns at once; what it returns keeps the images. This and what it
    // returns are called on the device's thread only; results are asked for in the order in which they were
    // begun.
    std::function<Finish(Decoded, FileReport&)> start;
    // Any worker.
    std::function<void(const Processed&, FileReport&)> encode;
};

struct StepsOptions {
    std::size_t workers = 1;    // threads that decode and encode
    std::size_t in_flight = 2;  // files begun on the device at once
    bool stop_on_failure = false;
    // Asked by the workers before they take a file; once true, always true. Then no new file is taken, and
    // those begun are finished. Not set: never.
    std::function<bool()> stop = {};

    std::size_t slots() const { return workers + 2 * in_flight; }
};

// Returns when every file is finished or left, and all threads have ended. Throws what an observer threw,
// and std::system_error when no thread can be made.
Summary run_steps(const std::vector<BatchFile>& files, const Steps& steps, const StepsOptions& options,
                  Observer& observer);

}  // namespace sluice
