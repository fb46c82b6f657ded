// What was measured on a device, as a value: what plans are decided by.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/cost/profile.hpp"

#include <cstddef>
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
    // Numbers that only trying can find, by strategy.
    std::map<std::string, std::map<std::string, double>> strategies = {};

    // `standard` where none was found.
    double number(const std::string& strategy, const std::string& name, double standard) const;
    bool operator==(const DeviceTuning&) const = default;
};

}  // namespace sluice
