// Windows around each pixel. Those of units below each other have rows in common, which an item of a GPU
// reads once, as long as all fits into registers: groups of 128 items waste fewer.
#include "pipeline/plan/strategies/units.hpp"

#include <cstddef>

namespace sluice::strategies {
namespace {

constexpr DeclaredUnits window_units = units(128, 0, 16, 16, 3);
// By what a window's function does.
constexpr StrategyNumber window_choosing{"depth of small ones that choose", 0, 8,
                                         StrategyNumber::Values::any},
    window_long{"depth of long pixels", 0, 5, StrategyNumber::Values::any},
    window_transcendental{"depth of transcendental functions", 0, 4, StrategyNumber::Values::any},
    window_large{"depth of large ones of these", 0, 1, StrategyNumber::Values::any};
constexpr std::size_t few_pixels = 9, many_pixels = 49, long_made = 16;  // of a window; bytes

const StrategyNumber& window_depth(const PassNeeds& needs) {
    if (needs.costs == Cost::transcendental)
        return needs.window_pixels <= many_pixels ? window_transcendental : window_large;
    if (needs.costs == Cost::divisions) return window_units.depth;
    if (needs.store_bytes >= long_made) return window_long;
    return needs.chooses && needs.window_pixels <= few_pixels ? window_choosing : window_units.depth;
}

bool fits_window(const PassNeeds& needs) { return !needs.weighs && needs.windows; }

UnitNumbers window_numbers(const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts&,
                           bool alone) {
    if (alone) return window_units.of(numbers, alone);
    const auto most = static_cast<int>(numbers.of(window_depth(needs), alone));
    if (only_writes(needs)) {
        UnitNumbers found = window_units.of(numbers, alone);
        found.depth = found.depth_of_windows = most;
        return found;
    }
    UnitNumbers found = (needs.stores ? writing_and_reducing_units : reducing_units).of({}, alone);
    found.depth_of_windows = most;
    return found;
}

}  // namespace

StrategyDef window() {
    return of_units<fits_window, window_numbers>(
        "window", window_units.all({window_choosing, window_long, window_transcendental, window_large}));
}

}  // namespace sluice::strategies
