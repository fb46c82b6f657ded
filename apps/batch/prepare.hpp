// A batch as its options say it, for the command and for others who begin one.
#pragma once

#include "apps/command.hpp"
#include "apps/options/isolate.hpp"
#include "apps/report/page.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/device/device.hpp"

#include <optional>
#include <string>

namespace sluice::apps {

class Batch {
public:
    // Reads the options, looks for the files, opens the device. Throws Error: nothing was done.
    explicit Batch(const Arguments& arguments, const WorkerCommand& worker = this_program());
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    // Opens the manifest and the page of --report, where they are asked for. The manifest of an earlier run
    // that this one does not go on with is replaced. Throws Error.
    void open_records();
    // What --resume will go by, without opening anything to write.
    Record earlier_runs() const;
    // Puts the files through. The manifest and the page hear of each before `watcher` does.
    Summary run(Observer& watcher);
    void complete_page(const Summary& summary);  // nothing without --report

    // Whether a later run can go on with this one.
    bool has_manifest_file() const { return manifest_ && !manifest_to_stdout(); }

    const Isolation isolation;
    Job job;
    DeviceGroup devices;

private:
    bool manifest_to_stdout() const;
    void tell_doubtful(const Record& record) const;

    const Arguments& arguments_;
    std::string fingerprint_;
    std::optional<Page> page_;
    std::optional<Manifest> manifest_;
    std::optional<Journal> journal_;
};

}  // namespace sluice::apps
