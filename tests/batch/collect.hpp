// An observer that remembers.
#pragma once

#include "pipeline/batch/observer.hpp"

#include <functional>
#include <string>
#include <vector>

class Collect : public sluice::Observer {
public:
    void queues(const sluice::QueueFill& fill) override { fills.push_back(fill); }
    void started(const sluice::BatchFile& file) override {
        started_files.push_back(file.input.string());
        if (on_started) on_started(file);
    }
    void finished(const sluice::FileReport& report) override {
        reports.push_back(report);
        if (on_finished) on_finished(report);
    }
    // Of the input whose name ends like this.
    const sluice::FileReport* of(const std::string& ending) const {
        for (const sluice::FileReport& report : reports)
            if (report.file.input.string().ends_with(ending)) return &report;
        return nullptr;
    }

    std::function<void(const sluice::BatchFile&)> on_started;
    std::function<void(const sluice::FileReport&)> on_finished;
    std::vector<std::string> started_files;
    std::vector<sluice::QueueFill> fills;
    std::vector<sluice::FileReport> reports;
};
