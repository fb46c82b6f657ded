// The pipeline of the page on all images of the folder, while the page goes on.
#pragma once

#include "apps/child/fork_server.hpp"
#include "apps/edit/opened.hpp"
#include "apps/edit/server.hpp"
#include "apps/json.hpp"
#include "pipeline/device/device.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace sluice::apps {

// What the child does: the batch that one request wants, with the device in children of its own, one of which
// a file may cost. `seconds`: what a call of the device may take, unless the pipeline says it.
void run_folder(const OpenedFiles& files, const std::function<Device()>& open, double seconds,
                const isolated::Channel& channel);

// One run at a time. Any thread may call it.
class FolderRun {
public:
    // `work`: run_folder().
    FolderRun(ForkServer& server, std::size_t work);
    ~FolderRun();  // stops it, and waits for the files in flight
    FolderRun(const FolderRun&) = delete;
    FolderRun& operator=(const FolderRun&) = delete;

    // Starts a batch. The response has the progress, or why it cannot start. Throws Error(usage) if another
    // run is not over.
    PageResponse start(const PageRequest& request);
    void stop();  // no further file is started
    // {"running": true, "finished": 3, "files": 8, "failed": 1, "failures": [{"path": "...", "message":
    // "..."}], "result": "8 done in 1.3 s"}; {} before the first run.
    Json progress() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sluice::apps
