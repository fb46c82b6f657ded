#include "pipeline/plan/rewrite/place_lookup.hpp"

#include <cstddef>

namespace sluice {

LookupChoice place_lookup(const LookupNeeds& needs, const DeviceFacts& device) {
    const std::size_t levels = std::size_t{1} << (8 * bytes(needs.src.pixel));
    if (needs.src.pixels() < 2 * levels) return {false, "the image is small"};
    if (needs.transcendental) return {true, "costs more than reading a table"};
    // Decoding, rounding and encoding bytes is more work for a GPU than four look-ups of a word; for a CPU, a
    // loop is.
    if ((!device.cpu() || needs.loops) && needs.words && bytes(needs.src.pixel) == 1 &&
        bytes(needs.dst.pixel) == 1)
        return {true, "four bytes of a word are looked up at once"};
    return {false, "costs less than reading a table"};
}

}  // namespace sluice
