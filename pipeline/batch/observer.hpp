// Observes a batch.
#pragma once

#include "pipeline/batch/report.hpp"

#include <string>
#include <vector>

namespace sluice {

// Receives the events of a run, on its threads, one call at a time. A call delays its thread. An exception
// ends the run and propagates from it.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void queues(const QueueFill&) {}       // before each of the others
    virtual void started(const BatchFile&) {}      // before it is read
    virtual void finished(const FileReport&) = 0;  // once for each file that was started, in any order
    // The device is lost, with these files on it. Only with StepsOptions::leave_lost; then these files, and
    // others that were started, may not finish.
    virtual void lost(const std::vector<BatchFile>& /*files*/, const std::string& /*why*/) {}
};

}  // namespace sluice
