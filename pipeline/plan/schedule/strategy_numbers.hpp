// Numbers of strategies that can only be found by trying: how wide tiles are, how many reads are in flight.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/tuning/tuning.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace sluice {

struct StrategyNumber {
    enum class Values { doubled, any };  // the default times a power of two, or any value
    std::string_view name;               // "lines"
    // The defaults: for groups of one work-item that goes along rows, as on CPUs, and for groups of adjacent
    // work-items. 0 = the number is not used there.
    double alone, side_by_side;
    Values values = Values::doubled;

    double standard(bool of_cpu) const { return of_cpu ? alone : side_by_side; }
    bool may_be(double value, bool of_cpu) const;
};

// The numbers of one strategy on one device.
class StrategyNumbers {
public:
    StrategyNumbers() = default;  // the defaults
    StrategyNumbers(const DeviceTuning& tuning, std::string_view strategy);
    // `alone`: each group is a single work-item.
    std::size_t of(const StrategyNumber& number, bool alone) const;

private:
    const std::map<std::string, double, std::less<>>* found_ = nullptr;
    bool of_cpu_ = false;
};

// Why the strategies cannot use the numbers of a tuning, or "".
std::string tuning_fault(const DeviceTuning& tuning);

}  // namespace sluice
