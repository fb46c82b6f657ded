// Numbers of strategies that only trying can find: how wide tiles are, how much an item has on its way.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/tuning/tuning.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace sluice {

struct StrategyNumber {
    enum class Values { doubled, any };  // the standard times or by a power of two; any other
    std::string_view name;               // "lines"
    // Where nobody tried: where a group is one item that goes along rows, as on CPUs, and where items lie
    // side by side. 0: there is none.
    double alone, side_by_side;
    Values values = Values::doubled;

    double standard(bool of_cpu) const { return of_cpu ? alone : side_by_side; }
    bool may_be(double value, bool of_cpu) const;
};

// Those of one strategy on one device.
class StrategyNumbers {
public:
    StrategyNumbers() = default;  // the standard ones
    StrategyNumbers(const DeviceTuning& tuning, std::string_view strategy);
    // Of groups of one item, or not.
    std::size_t of(const StrategyNumber& number, bool alone) const;

private:
    const std::map<std::string, double, std::less<>>* found_ = nullptr;
    bool of_cpu_ = false;
};

// Why the numbers of a tuning are none of these strategies, or "".
std::string tuning_fault(const DeviceTuning& tuning);

}  // namespace sluice
