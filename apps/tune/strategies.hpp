// Finds what a device is fastest with, by trying: by which times plans are decided, and numbers of
// strategies.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/plan/tuning/tuning.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// A number that is better than the one before.
struct NumberFound {
    std::string strategy, number;
    double before, value;
    double times;  // what stages take with it, of what they take without: 0.8
};

struct NumbersFound {
    DeviceTuning tuning;
    // What stages take that are planned otherwise by the known times, of what they take by those measured;
    // nothing where none is.
    std::optional<double> by_known;
    std::vector<NumberFound> better;
    std::size_t trials = 0;
    bool all = true;  // else time was up before all were tried
};

struct SearchObserver {
    std::function<void(const std::string& strategy, std::size_t of)> begins;  // one of so many
    std::function<void(const std::string& trial)> tried;  // "tiled, lines 16: gaussian 1.02, box 0.99"
};

// Every stage by itself, of bytes and of floats, tells which strategies are in use. Of each strategy some
// are run with every number larger and smaller, in turns with what is best so far, as long as that is faster
// at two looks. Before that, stages that are planned otherwise by `known` than by the times of `tuning` tell
// which to keep. What the device refuses is left out. Belongs to one thread.
NumbersFound find_numbers(const Device& device, const DeviceTuning& tuning, const Profile& known,
                          std::chrono::milliseconds limit, const SearchObserver& observer);

}  // namespace sluice::apps
