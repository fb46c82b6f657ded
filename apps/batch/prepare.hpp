// A batch as it was asked for, with what the program adds to it: decoders in processes and a page.
#pragma once

#include "apps/batch/given_statistics.hpp"
#include "apps/batch/request.hpp"
#include "apps/batch/series.hpp"
#include "apps/options/isolate.hpp"
#include "apps/report/page.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/sluice/batch.hpp"

#include <functional>
#include <optional>
#include <stop_token>

namespace sluice::apps {

class AskedBatch {
public:
    // Reads the options, looks for the files, opens the device. Throws Error: nothing was done.
    explicit AskedBatch(const BatchRequest& request, const WorkerCommand& worker = this_program());
    AskedBatch(const AskedBatch&) = delete;
    AskedBatch& operator=(const AskedBatch&) = delete;

    // Opens the page of --report, where it is asked for. Throws Error.
    void open_page();
    // With --dataset: measures all images, on the first device. False where the watcher stopped it. Throws
    // Error.
    bool measure(StatsWatcher& watcher);
    // Puts the files through. The manifest and the page hear of each before `watcher` does.
    using Watcher = std::function<void(const BatchProgress&)>;
    Summary run(const Watcher& watcher, const std::stop_token& stop = {});
    void complete_page(const Summary& summary);  // nothing without --report

    const BatchRequest request;
    const Isolation isolation;
    const std::optional<GivenStatistics> given;  // by --stats-from
    std::optional<Series> series;                // by --dataset
    const Graph pipeline;                        // with all that options change
    const Batch batch;
    DeviceGroup devices;  // none with isolate_device: children open them

private:
    Graph made_pipeline();
    Batch made();
    void hear(const BatchProgress& at);

    Watcher watcher_;
    std::optional<Page> page_;
};

}  // namespace sluice::apps
