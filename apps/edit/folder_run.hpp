// The pipeline of the page on all images of the folder, while the page goes on.
#pragma once

#include "apps/json.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/graph.hpp"

#include <memory>
#include <string>

namespace sluice::apps {

// One run at a time. Any thread may call it.
class FolderRun {
public:
    FolderRun();
    ~FolderRun();  // stops it, and waits for the files in flight
    FolderRun(const FolderRun&) = delete;
    FolderRun& operator=(const FolderRun&) = delete;

    // Starts `batch`, and returns at once. Throws Error(usage) if it cannot start, or if another run is not
    // over.
    void start(const Graph& graph, const std::string& inputs, const std::string& output,
               const Device& device);
    void stop();  // no further file is started
    // {"running": true, "finished": 3, "files": 8, "failed": 1, "failures": [{"path": "...", "message":
    // "..."}], "result": "8 done in 1.3 s"}; {} before the first run.
    Json progress() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sluice::apps
