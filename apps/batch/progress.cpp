#include "apps/batch/progress.hpp"

#include "apps/batch/text.hpp"
#include "apps/terminal/amounts.hpp"
#include "pipeline/batch/full_range.hpp"
#include "pipeline/core/printable.hpp"

namespace sluice::apps {

Progress::Progress(const Messages& messages, const Batch& batch, bool count_full_range)
    : messages_(messages),
      files_(batch.files().size()),
      count_full_range_(count_full_range),
      warnings_(messages),
      bar_(messages) {
    bar_.update([&](Position& at) {
        at.total = files_;
        for (std::size_t i = 0; i < files_; ++i) at.bytes += batch.files().bytes(i);
    });
}

void Progress::hear(const BatchProgress& now) {
    bar_.update([&](Position& at) { at.queues = now.queues; });
    if (now.file != nullptr) finished(*now.file);
}

void Progress::finished(const FileReport& report) {
    ++finished_;
    bar_.update([&](Position& at) {
        ++at.finished;
        if (report.status == FileStatus::failed) ++at.failed;
        if (report.status == FileStatus::done && report.input)
            at.pixels += static_cast<double>(report.input->pixels());
        if (report.status == FileStatus::skipped) {
            ++at.passed;
            at.bytes -= report.file.bytes;
        } else {
            at.finished_bytes += report.file.bytes;
        }
    });
    if (report.status == FileStatus::done && report.input) {
        const auto stats = report.tables.find("normalize.stats");
        if (count_full_range_ && stats != report.tables.end() &&
            spans_full_range(stats->second, *report.input))
            ++full_range_;
    }
    tell(report);
}

void Progress::tell(const FileReport& report) {
    warnings_.tell(report.file.input, report.warnings, report.lost_metadata);
    if (!messages_.verbose) return;
    std::string line =
        "[" + std::to_string(finished_) + "/" + std::to_string(files_) + "] " + printable(report.file.input);
    if (report.status == FileStatus::done)
        line += arrow_to_outputs(report.file) + "  " + report.input->text() + read_smaller(report) +
                (report.converted.empty() ? "" : ", " + report.converted) +
                (report.copied ? ", unchanged, copied  " : "  ") + duration(report.seconds.total);
    else
        line += std::string(" ") + std::string(name(report.status)) + ": " + report.error;
    messages_.detail(line);
}

}  // namespace sluice::apps
