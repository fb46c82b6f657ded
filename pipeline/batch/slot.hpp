// The files of a run that are in flight.
#pragma once

#include "pipeline/batch/report.hpp"
#include "pipeline/batch/since.hpp"
#include "pipeline/batch/steps.hpp"

#include <cstddef>
#include <exception>
#include <list>
#include <optional>

namespace sluice {

// A slot, and the file that holds it.
struct Slot {
    FileReport report;
    std::optional<Decoded> decoded;
    std::optional<Processed> processed;
    Finish finish;
    Clock::time_point begun, device_begun;

    MemoryNeed need;
    std::size_t held = 0;      // bytes of StepsOptions::memory
    std::exception_ptr fault;  // what was found when its need was asked for
};

// Slots lie in lists and move by splicing, which allocates nothing and cannot fail: no file is ever lost
// between two threads.
using Slots = std::list<Slot>;

// What a device is at. Only its own thread knows.
struct OnDevice {
    Slots files;  // the oldest first
    bool begun_any = false;
    bool lost = false;  // and others go on
};

}  // namespace sluice
