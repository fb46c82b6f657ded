#include "pipeline/plan/strategies/ranks.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/tile_pass.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace sluice::strategies {
namespace {

constexpr std::size_t most_wide = 128;  // samples of all vectors that are looked at at a time
constexpr std::size_t least_room = 4096, least_tile_rows = 16;

}  // namespace

void RanksSamples::add_arguments(GatherCode& code) const {
    code.number("_beside", static_cast<double>(around.left));
    code.number("_above", static_cast<double>(around.top));
    code.number("_columns", static_cast<double>(around.columns()));
    code.number("_rows", static_cast<double>(around.rows()));
}

void RanksSamples::define_window(GatherCode& code) const {
    code.define_samples(rank);
    code.define("WINDOW_LEFT", code.name() + "_beside");
    code.define("WINDOW_ABOVE", code.name() + "_above");
    code.define("WINDOW_COLUMNS", code.name() + "_columns");
    code.define("WINDOW_ROWS", code.name() + "_rows");
    code.define("TILE_WIDTH", width > 0 ? std::to_string(width) : "(int)(tile_width * UNIT)");
    code.define("TILE_ROWS", 1);
    code.define("ROWS_STAGED", width > 0 ? 1 : 0);
    code.define("LINE_SAMPLES", line_samples);
}

void RanksSamples::add_kernel(const TilePass& pass) const {
    std::map<std::string, std::string> parts = pass.parts();
    parts["PASS_ROW"] = pass.source.filled("row_of_samples.clh", parts);
    pass.source.append_filled("samples.clh", {});
    pass.source.append_filled(kernel(), parts);
}

const RankFilter* extremes_of(const TileNeeds& needs) {
    const std::optional<RankFilter>& filter = needs.gather.rank_filter;
    return filter && filter->rank != Rank::middle && !filter->runs.empty() ? &*filter : nullptr;
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

std::size_t height_of_tiles(const TileNeeds& needs, std::size_t width, std::size_t rows, std::size_t groups,
                            std::size_t most) {
    return tile_height(needs, width, groups, std::max(least_tile_rows, 2 * rows), std::max(most, 2 * rows));
}

std::size_t room_for(const TileNeeds& needs, std::size_t samples) {
    if (needs.alone) return std::bit_ceil(std::max(samples + most_wide, least_room));
    return whole_vectors(samples + 1);
}

}  // namespace sluice::strategies
