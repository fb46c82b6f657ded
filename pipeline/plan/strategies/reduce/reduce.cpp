// Images that are only reduced.
#include "pipeline/plan/strategies/units.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

// Of integers: registers for more groups on a compute unit.
constexpr StrategyNumber depth_of_integers{"depth of objects of integers", 0, 4, StrategyNumber::Values::any};
constexpr StrategyNumber width_of_floats{"width of objects of floats", 0, 16};
// Natural image objects of bytes, which come pixel by pixel.
constexpr StrategyNumber depth_of_bytes{"depth of bytes that lie apart", 0, 3, StrategyNumber::Values::any};

bool all_formats(const PassNeeds& needs, bool (*are)(const ImageFormat&)) {
    return std::all_of(needs.formats.begin(), needs.formats.end(), are);
}
bool of_bytes(const ImageFormat& format) { return bytes(format.pixel) == 1; }
bool of_integers(const ImageFormat& format) { return is_integer(format.pixel); }
bool of_floats(const ImageFormat& format) { return !is_integer(format.pixel); }

bool fits_reduce(const PassNeeds& needs) { return !needs.weighs && !needs.windows && !needs.stores; }

UnitNumbers reduce_numbers(const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
                           bool alone) {
    UnitNumbers found = reducing_units.of(numbers, alone);
    if (alone || !fills_groups(needs, found, device)) return found;
    if (needs.word_steps > 0 && all_formats(needs, of_bytes))
        found.depth_apart = static_cast<int>(numbers.of(depth_of_bytes, alone));
    if (!needs.image_objects) return found;
    if (all_formats(needs, of_integers)) found.depth = static_cast<int>(numbers.of(depth_of_integers, alone));
    if (all_formats(needs, of_floats) && !needs.apart)
        found.width_of_objects = numbers.of(width_of_floats, alone);
    return found;
}

}  // namespace

StrategyDef reduce() {
    return of_units<fits_reduce, reduce_numbers>(
        "reduce", reducing_units.all({depth_of_integers, width_of_floats, depth_of_bytes}));
}

}  // namespace sluice::strategies
