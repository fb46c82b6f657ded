// Runs a ladder step by step, checks every answer, and takes the times.
#pragma once

#include "apps/bench/ladder/step_run.hpp"
#include "apps/terminal/bar.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sluice::apps {

// One step with one type, size and storage.
struct Rung {
    const Ladder* ladder;
    const Step* step;
    Element element;
    ImageSize size;
    Storage storage;
    std::string not_run = {};  // why there is no time
    bool failed = false;       // because it went wrong, not because it is refused
    StepRun::Time time = {};   // of the run with the median time
    double limit_ms = 0;       // of a kernel that only reads the same memory
    double serial_ms = 0;      // of the C++ loop
    std::size_t groups = 0, local = 0;

    double bytes() const { return static_cast<double>(size.pixels() * type_of(element).bytes); }
    double rate() const { return bytes() / time.ms() / 1e6; }  // GB/s
    double share() const { return limit_ms / time.ms(); }      // of the limit
    double speed_up() const { return serial_ms / time.ms(); }
};

struct Climb {
    const Device& device;
    std::vector<ImageSize> sizes;
    std::vector<Storage> storages;
    std::size_t runs;    // at most: slow ones are not repeated as often
    Bar* bar = nullptr;  // where there is one: it hears which type, size and storage begins

    // How often climb() says so.
    std::size_t count(const Ladder& ladder) const {
        return ladder.elements.size() * sizes.size() * storages.size();
    }
};

// In the order of the ladder: by type, size, storage, step. A step whose answer is not that of the serial
// loop has no time.
std::vector<Rung> climb(const Ladder& ladder, const Climb& how);

}  // namespace sluice::apps
