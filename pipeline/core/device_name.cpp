#include "pipeline/core/device_name.hpp"

namespace sluice {

std::string short_name(const DeviceFacts& facts) {
    if (!facts.cpu() || facts.platform.empty()) return facts.name;  // imagined, without a driver
    const std::string cores =
        std::to_string(facts.compute_units) + (facts.compute_units == 1 ? " core" : " cores");
    const std::string driver = facts.pocl() ? "PoCL" : facts.platform;
    return "CPU, " + cores + " (" + driver + ")";
}

}  // namespace sluice
