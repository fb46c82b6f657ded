// What was measured on a device, as a value: what plans are decided by.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/cost/profile.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace sluice {

struct DeviceTuning {
    std::string device = {};  // its full name
    DeviceFacts::Type type = DeviceFacts::Type::cpu;
    std::size_t compute_units = 1;
    std::string date = {};    // "2026-11-28"
    std::string commit = {};  // of the sluice that measured
    std::string from = {};    // what was measured, for people
    Profile profile = {};
    // Numbers that were tried, by strategy (schedule/strategy_numbers.hpp).
    std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>> strategies = {};

    bool operator==(const DeviceTuning&) const = default;
};

}  // namespace sluice
