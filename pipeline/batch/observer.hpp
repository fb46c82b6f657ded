// Observes a batch.
#pragma once

#include "pipeline/batch/report.hpp"

namespace sluice {

// Receives the events of a run, on its threads, one call at a time. A call delays its thread. An exception
// ends the run and propagates from it.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void queues(const QueueFill&) {}       // before each of the others
    virtual void started(const BatchFile&) {}      // before it is read
    virtual void finished(const FileReport&) = 0;  // once for each file that was started, in any order
};

}  // namespace sluice
