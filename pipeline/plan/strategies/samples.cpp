#include "pipeline/plan/strategies/samples.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/tile_pass.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace sluice::strategies {
namespace {

constexpr std::size_t most_wide = 128;  // samples of all vectors that are looked at at a time
constexpr std::size_t least_room = 4096;

}  // namespace

void TakesSamples::define_samples(GatherCode& code, bool keeps_alpha) const {
    code.define_samples();
    code.define("KEEPS_OWN", keeps_alpha && code.source().has_alpha() ? 1 : 0);
    code.define("TILE_WIDTH", width > 0 ? std::to_string(width) : "(int)(tile_width * UNIT)");
    code.define("TILE_ROWS", 1);
    code.define("ROWS_STAGED", width > 0 ? 1 : 0);
    code.define("LINE_SAMPLES", line_samples);
}

void TakesSamples::add_kernel(const TilePass& pass) const {
    std::map<std::string, std::string> parts = pass.parts();
    parts["PASS_ROW"] = pass.source.filled("row_of_samples.clh", parts);
    pass.source.append_filled("samples.clh", {});
    pass.source.append_filled(kernel(), parts);
}

std::size_t sample_bytes(const TileNeeds& needs) {
    const std::optional<ImageFormat>& stored = needs.gather.samples;
    return stored && is_integer(stored->pixel) && stored->lanes() == needs.lanes ? bytes(stored->pixel)
                                                                                 : needs.real_bytes;
}

// A vector of a CPU has more of them, the narrower they are.
double products_of_look(const TileNeeds& needs) {
    return needs.alone ? 2 * static_cast<double>(sample_bytes(needs)) : 3;
}

std::size_t whole_vectors(std::size_t samples) { return ceil_div(samples, most_wide) * most_wide; }

std::size_t room_for(const TileNeeds& needs, std::size_t samples) {
    if (needs.alone) return std::bit_ceil(std::max(samples + most_wide, least_room));
    return whole_vectors(samples + 1);
}

}  // namespace sluice::strategies
