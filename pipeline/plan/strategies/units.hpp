// For strategies by units: each work-item makes its pixels independently. One of them fits every pass.
#pragma once

#include "pipeline/plan/schedule/place_units.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::strategies {

// The declared numbers of a strategy. On CPUs, a work-item goes along a row alone and needs no barrier.
struct DeclaredUnits {
    StrategyNumber items, groups, width, width_of_objects, depth;

    UnitNumbers of(const StrategyNumbers& numbers, bool alone) const {
        const std::size_t most = numbers.of(width, alone);
        if (alone) return {1, numbers.of(groups, alone), most, most, 1};
        return {numbers.of(items, alone), numbers.of(groups, alone), most,
                numbers.of(width_of_objects, alone), static_cast<int>(numbers.of(depth, alone))};
    }
    // `more`: additional numbers of a strategy.
    std::vector<StrategyNumber> all(std::vector<StrategyNumber> more = {}) const {
        more.insert(more.begin(), {items, groups, width, width_of_objects, depth});
        return more;
    }
};
// The defaults for groups of several work-items are given. Along rows, 128 units of 64 bytes are half of a
// common L1 cache, and 16-bit sums of that many bytes do not overflow (words.clh).
constexpr DeclaredUnits units(double items, double groups, double width, double width_of_objects,
                              double depth) {
    return {{"items", 0, items},
            {"groups", cpu_groups_of_unit, groups},
            {"width", 128, width},
            {"width of objects", 0, width_of_objects},
            {"depth", 0, depth, StrategyNumber::Values::any}};
}

// For passes that only reduce, and for passes that also store images. A group of a reduction has a costly
// end.
constexpr DeclaredUnits reducing_units = units(256, 4, 256, 32, 8);
constexpr DeclaredUnits writing_and_reducing_units = units(256, 8, 256, 4, 4);

inline bool only_writes(const PassNeeds& needs) { return needs.stores && !needs.reduces; }
// A gather of single pixels: no weights of columns and rows, and no windows.
inline bool only_gathers(const PassNeeds& needs) {
    return needs.gathers && !needs.weighs && !needs.windows && only_writes(needs);
}

// Returns the numbers of a pass. `alone`: each group is a single work-item.
using NumbersOfPass = UnitNumbers(const PassNeeds& needs, const StrategyNumbers& numbers,
                                  const DeviceFacts& device, bool alone);
// The shape of a pass. Its time is predicted if other strategies fit, too.
std::optional<PassShape> fit_units(const PassNeeds& needs, const StrategyNumbers& numbers,
                                   NumbersOfPass* numbers_of, const DeviceFacts& device,
                                   const PlanOptions& options);

template <bool (*fits)(const PassNeeds&), NumbersOfPass* numbers_of>
StrategyDef of_units(std::string_view name, std::vector<StrategyNumber> numbers) {
    return {name, std::move(numbers),
            [](const PassNeeds& needs, const StrategyNumbers& found, const DeviceFacts& device,
               const PlanOptions& options) {
                return fits(needs) ? fit_units(needs, found, numbers_of, device, options) : std::nullopt;
            }};
}
// For strategies with the same numbers for all passes.
template <const DeclaredUnits& declared>
UnitNumbers same_for_all(const PassNeeds&, const StrategyNumbers& numbers, const DeviceFacts&, bool alone) {
    return declared.of(numbers, alone);
}
template <bool (*fits)(const PassNeeds&), const DeclaredUnits& declared>
StrategyDef of_units(std::string_view name) {
    return of_units<fits, same_for_all<declared>>(name, declared.all());
}

}  // namespace sluice::strategies
