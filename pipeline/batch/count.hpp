// Counts files into the Summary of a run.
#pragma once

#include "pipeline/batch/report.hpp"

namespace sluice {

inline void count(Summary& summary, const FileReport& report) {
    switch (report.status) {
        case FileStatus::done: ++summary.done; break;
        case FileStatus::skipped: ++summary.skipped; break;
        case FileStatus::failed:
            ++summary.failed;
            summary.failures.push_back({report.file.input, report.error, report.file.output});
            break;
    }
    if (report.status == FileStatus::done && report.copied) ++summary.copied;
    if (report.status == FileStatus::done && report.input)
        summary.pixels += static_cast<double>(report.input->pixels());
}

}  // namespace sluice
