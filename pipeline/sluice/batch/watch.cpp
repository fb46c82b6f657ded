#include "pipeline/sluice/batch/watch.hpp"

#include <string>

namespace sluice {

BatchWatch::BatchWatch(const BatchOptions& options, const BatchFiles& files, Manifest* manifest,
                       Packer& packer)
    : progress_(options.progress), log_(options.log), manifest_(manifest), packer_(packer) {
    if (options.shard_size > 0) equal_.emplace();
    if (options.manifest == "-") to_stdout_ = options.to_stdout;
    at_.files = files.size();
    for (std::size_t i = 0; i < files.size(); ++i) at_.bytes += files.bytes(i);
}

void BatchWatch::queues(const QueueFill& fill) { at_.queues = fill; }

void BatchWatch::started(const BatchFile&) { tell(nullptr); }

void BatchWatch::finished(const FileReport& report) {
    if (manifest_ != nullptr && to_stdout_)
        to_stdout_([&] { manifest_->finished(report); });
    else if (manifest_ != nullptr)
        manifest_->finished(report);
    ++at_.finished;
    at_.finished_bytes += report.file.bytes;
    const std::string input = report.file.input.string();
    for (const std::string& warning : report.warnings) say({LogMessage::Severity::warning, input, warning});
    if (report.status == FileStatus::failed) say({LogMessage::Severity::error, input, report.error});
    tell(&report);
    if (equal_) equal_->expect(report);
    packer_.finished(report);
}

void BatchWatch::say(const LogMessage& message) {
    const std::lock_guard lock(mutex_);
    if (log_) log_(message);
}

void BatchWatch::tell(const FileReport* file) {
    const std::lock_guard lock(mutex_);
    at_.file = file;
    if (progress_) progress_(at_);
}

void BatchWatch::end() {
    const std::lock_guard lock(mutex_);
    progress_ = nullptr;
    log_ = nullptr;
}

}  // namespace sluice
