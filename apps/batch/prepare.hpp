// A batch as its options say it, for the command and for others who begin one.
#pragma once

#include "apps/command.hpp"
#include "apps/options/isolate.hpp"
#include "apps/report/page.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/sluice/batch.hpp"
#include "pipeline/sluice/batch/state.hpp"

#include <functional>
#include <optional>
#include <stop_token>

namespace sluice::apps {

class AskedBatch {
public:
    // Reads the options, looks for the files, opens the device. Throws Error: nothing was done.
    explicit AskedBatch(const Arguments& arguments, const WorkerCommand& worker = this_program());
    AskedBatch(const AskedBatch&) = delete;
    AskedBatch& operator=(const AskedBatch&) = delete;

    // Opens what goes to standard output and the page of --report, where they are asked for. Throws Error.
    void open_records();
    // Puts the files through. The manifest and the page hear of each before `watcher` does.
    using Watcher = std::function<void(const BatchProgress&)>;
    Summary run(const Watcher& watcher, const std::stop_token& stop = {});
    void complete_page(const Summary& summary);  // nothing without --report

    Job& job() { return batch.state().job; }

    const Isolation isolation;
    Batch batch;
    DeviceGroup devices;

private:
    void hear(const BatchProgress& at);
    void write_line(const FileReport& report);

    const Arguments& arguments_;
    Watcher watcher_;
    std::optional<Page> page_;
    std::optional<Manifest> to_stdout_;  // --manifest -
    bool unread_ = false;                // by whoever reads stdout
};

}  // namespace sluice::apps
