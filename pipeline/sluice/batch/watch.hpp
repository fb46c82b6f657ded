// Tells the application of a batch what the engine tells its observer.
#pragma once

#include "pipeline/batch/manifest.hpp"
#include "pipeline/batch/observer.hpp"
#include "pipeline/sluice/batch.hpp"
#include "pipeline/sluice/batch/joining.hpp"
#include "pipeline/sluice/batch/packing.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace sluice {

class BatchWatch : public Observer {
public:
    // `manifest` hears of each file before the application does, `packer` after it; `manifest` may be null.
    // Both must outlive the run.
    BatchWatch(const BatchOptions& options, const BatchFiles& files, Manifest* manifest, Packer& packer);

    void queues(const QueueFill& fill) override;
    void started(const BatchFile& file) override;
    void finished(const FileReport& report) override;
    // Any thread.
    void say(const LogMessage& message);
    // The application hears no more: a thread may still be in a device that hangs.
    void end();

private:
    void tell(const FileReport* file);

    std::mutex mutex_;  // the application hears one thing at a time
    std::function<void(const BatchProgress&)> progress_;
    Log log_;
    std::function<void(const std::function<void()>& write)> to_stdout_;  // not set: the manifest is a file
    Manifest* manifest_;
    Packer& packer_;
    std::optional<EqualResults> equal_;  // set: results are joined
    BatchProgress at_;
};

}  // namespace sluice
