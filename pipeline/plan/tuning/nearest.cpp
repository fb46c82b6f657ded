#include "pipeline/plan/tuning/nearest.hpp"

#include "pipeline/plan/text.hpp"
#include "pipeline/plan/tuning/embedded.hpp"
#include "pipeline/plan/tuning/json.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {
namespace {

std::vector<DeviceTuning> parsed() {
    std::vector<DeviceTuning> all;
    for (const auto& [name, text] : embedded_tunings()) all.push_back(tuning_from_json(text));
    return all;
}

std::size_t units(const DeviceFacts& device) { return std::max<std::size_t>(device.compute_units, 1); }

// How many times the units of one the other has, the larger one over the smaller one.
double unlike(const DeviceFacts& device, const DeviceTuning& tuning) {
    const double ratio = static_cast<double>(tuning.compute_units) / static_cast<double>(units(device));
    return std::max(ratio, 1 / ratio);
}

}  // namespace

const std::vector<DeviceTuning>& shipped_tunings() {
    static const std::vector<DeviceTuning> all = parsed();
    return all;
}

const DeviceTuning& nearest_tuning(const DeviceFacts& device) {
    const DeviceTuning* nearest = nullptr;
    for (const DeviceTuning& tuning : shipped_tunings()) {
        if (is_tuned(device, tuning)) return tuning;
        if ((tuning.type == DeviceFacts::Type::cpu) != device.cpu()) continue;
        if (nearest == nullptr || unlike(device, tuning) < unlike(device, *nearest)) nearest = &tuning;
    }
    return *nearest;  // there is one of each kind
}

const DeviceTuning& tuning_for(const DeviceFacts& device, const PlanOptions& options) {
    return options.tuning ? *options.tuning : nearest_tuning(device);
}

Profile profile_for(const DeviceFacts& device, const PlanOptions& options) {
    const DeviceTuning& tuning = tuning_for(device, options);
    const double slower = static_cast<double>(tuning.compute_units) / static_cast<double>(units(device));
    Profile profile = tuning.profile;
    for (const ProfileNumber& each : profile_numbers())
        if (each.of == ProfileNumber::Of::units) profile.*each.number *= slower;
    if (!device.pocl()) profile.planes = 1;  // nothing else compiles them
    return profile;
}

bool is_tuned(const DeviceFacts& device, const DeviceTuning& tuning) { return tuning.device == device.name; }

bool is_scaled(const DeviceFacts& device, const DeviceTuning& tuning) {
    return tuning.compute_units != units(device);
}

std::string costs_text(const DeviceFacts& device, const PlanOptions& options) {
    const DeviceTuning& tuning = tuning_for(device, options);
    const char* of_all = is_scaled(device, tuning) ? ", scaled" : "";
    if (is_tuned(device, tuning))
        return cat("costs: tuned on ", options.tuning ? "this device " : "such a device ", tuning.date,
                   of_all);
    return cat("costs: those of ", tuning.device, of_all, "; 'sluice tune' measures this device");
}

}  // namespace sluice
