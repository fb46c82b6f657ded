// Who watches a batch.
#pragma once

#include "pipeline/batch/report.hpp"

namespace sluice {

// Takes the events of a run. Calls come from its threads, one at a time, and hold up the one that
// calls. What they throw ends the run and comes out of it.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void queues(const QueueFill&) {}       // before each of the others
    virtual void started(const BatchFile&) {}      // before it is read
    virtual void finished(const FileReport&) = 0;  // once for each file that was started, in any order
};

}  // namespace sluice
