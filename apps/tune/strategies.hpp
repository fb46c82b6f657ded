// Finds the numbers of strategies that a device is fastest with, by trying.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/plan/tuning/tuning.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace sluice::apps {

// A number that is better than the standard one.
struct NumberFound {
    std::string strategy, number;
    double standard, value;
    double times;  // what stages take with it, of what they take without: 0.8
};

struct NumbersFound {
    decltype(DeviceTuning::strategies) numbers;
    std::vector<NumberFound> better;
    bool all = true;  // else time was up before all were tried
};

// Every stage by itself, of bytes and of floats, tells which strategies are in use. Of each strategy some
// are run with every number halved and doubled, in turns with what is best so far, as long as that is faster
// at two looks. Throws as OpenCL does. Belongs to one thread.
struct SearchObserver {
    std::function<void(const std::string& strategy, std::size_t of)> begins;  // one of so many
    std::function<void(const std::string& trial)> tried;  // "tiled, lines 16: gaussian 1.02, box 0.99"
};
NumbersFound find_numbers(const Device& device, const DeviceTuning& tuning, std::chrono::milliseconds limit,
                          const SearchObserver& observer);

}  // namespace sluice::apps
