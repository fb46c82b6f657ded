#include "pipeline/plan/strategies/ranks.hpp"

#include "pipeline/plan/code/gather_code.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

constexpr std::size_t least_tile_rows = 16;

}  // namespace

void RanksSamples::add_arguments(GatherCode& code) const {
    code.number("_beside", static_cast<double>(around.left * code.interleaved()));
    code.number("_above", static_cast<double>(around.top));
    code.number("_columns", static_cast<double>(around.columns()));
    code.number("_rows", static_cast<double>(around.rows()));
}

void RanksSamples::define_window(GatherCode& code) const {
    define_samples(code, true);
    code.define("MOST", rank == Rank::greatest ? 1 : 0);
    code.define("WINDOW_LEFT", code.name() + "_beside");
    code.define("WINDOW_ABOVE", code.name() + "_above");
    code.define("WINDOW_COLUMNS", code.name() + "_columns");
    code.define("WINDOW_ROWS", code.name() + "_rows");
}

const RankFilter* extremes_of(const TileNeeds& needs) {
    const std::optional<RankFilter>& filter = needs.gather.rank_filter;
    return filter && filter->rank != Rank::middle && !filter->runs.empty() ? &*filter : nullptr;
}

std::size_t height_of_tiles(const TileNeeds& needs, std::size_t width, std::size_t rows, std::size_t groups,
                            std::size_t most) {
    return tile_height(needs, width, groups, std::max(least_tile_rows, 2 * rows), most);
}

}  // namespace sluice::strategies
