#include "pipeline/plan/tuning/tuning.hpp"

namespace sluice {

double DeviceTuning::number(const std::string& strategy, const std::string& name, double standard) const {
    const auto numbers = strategies.find(strategy);
    if (numbers == strategies.end()) return standard;
    const auto found = numbers->second.find(name);
    return found == numbers->second.end() ? standard : found->second;
}

}  // namespace sluice
