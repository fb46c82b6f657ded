// What strategies share whose items make units, each pixel for itself: one fits every pass.
#pragma once

#include "pipeline/plan/schedule/place_units.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::strategies {

// Their numbers, as they are declared. An item of a CPU goes along a row alone and needs no barrier.
struct DeclaredUnits {
    StrategyNumber items, groups, width, width_of_objects, depth;

    UnitNumbers of(const StrategyNumbers& numbers, bool alone) const {
        const std::size_t most = numbers.of(width, alone);
        if (alone) return {1, numbers.of(groups, alone), most, most, 1};
        return {numbers.of(items, alone), numbers.of(groups, alone), most,
                numbers.of(width_of_objects, alone), static_cast<int>(numbers.of(depth, alone))};
    }
    // `more`: numbers that a strategy has beside these.
    std::vector<StrategyNumber> all(std::vector<StrategyNumber> more = {}) const {
        more.insert(more.begin(), {items, groups, width, width_of_objects, depth});
        return more;
    }
};
// Where items lie side by side. Along rows, 128 units of 64 bytes are half of a usual L1 cache, and fewer
// than 16-bit sums of bytes allow (words.clh).
constexpr DeclaredUnits units(double items, double groups, double width, double width_of_objects,
                              double depth) {
    return {{"items", 0, items},
            {"groups", cpu_groups_of_unit, groups},
            {"width", 128, width},
            {"width of objects", 0, width_of_objects},
            {"depth", 0, depth, StrategyNumber::Values::any}};
}

// Of passes that only reduce, and of those that store images as well, whose groups have an end to pay for.
constexpr DeclaredUnits reducing_units = units(256, 4, 256, 32, 8);
constexpr DeclaredUnits writing_and_reducing_units = units(256, 8, 256, 4, 4);

inline bool only_writes(const PassNeeds& needs) { return needs.stores && !needs.reduces; }
// What is neither weighed by columns and rows nor made of windows.
inline bool only_gathers(const PassNeeds& needs) {
    return needs.gathers && !needs.weighs && !needs.windows && only_writes(needs);
}

// The numbers of a pass, where a group is one item or not.
using NumbersOfPass = UnitNumbers(const PassNeeds& needs, const StrategyNumbers& numbers,
                                  const DeviceFacts& device, bool alone);
// The shape of a pass, priced where others fit it, too.
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
// Where all passes have the same.
template <const DeclaredUnits& declared>
UnitNumbers same_for_all(const PassNeeds&, const StrategyNumbers& numbers, const DeviceFacts&, bool alone) {
    return declared.of(numbers, alone);
}
template <bool (*fits)(const PassNeeds&), const DeclaredUnits& declared>
StrategyDef of_units(std::string_view name) {
    return of_units<fits, same_for_all<declared>>(name, declared.all());
}

}  // namespace sluice::strategies
