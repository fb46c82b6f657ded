#include "pipeline/plan/strategies/slide/slide.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/ranks.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <bit>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber slide_columns{"columns", 2048, 0};  // of a tile, at most
constexpr StrategyNumber slide_bytes{"bytes", 128 << 10,
                                     0};                // of lines that are kept, where it may be as few
constexpr StrategyNumber slide_groups{"groups", 4, 0};  // for each compute unit, at least
constexpr std::size_t most_rows_of_slide = 1024;
// Of a pixel whose lines stay in the nearest cache; the share of the time that they take.
constexpr std::size_t most_near_bytes = 2;
constexpr double near_share = 0.5;

std::optional<TileFit> fit_slide(const TileNeeds& needs) {
    const RankFilter* filter = extremes_of(needs);
    if (filter == nullptr || !filter->is_rectangle()) return std::nullopt;
    if (!needs.alone) return std::nullopt;  // a group would wait at each line
    Slide shape;
    TileSize tile;
    tile.pixels = needs.pixels;
    shape.rank = filter->rank;
    shape.around = filter->around();
    const std::size_t rows = shape.around.rows(), columns = shape.around.columns();
    const std::size_t beside = needs.beside(columns);
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    const std::size_t bytes = sample_bytes(needs), width = needs.domain.width;
    const std::size_t waiting = staged_bytes(needs, needs.pixels);
    const auto set_width = [&](std::size_t columns) {
        tile.width = std::min(columns, ceil_div(width, unit) * unit);
        shape.line_samples = room_for(needs, (tile.width + beside) * lanes);
        shape.kept_samples = room_for(needs, rows * whole_vectors(tile.width * lanes));
    };
    const auto fits = [&](std::size_t kept) {
        return shape.kept_samples * bytes <= kept &&
               (2 * shape.line_samples + shape.kept_samples) * bytes + tile.width * waiting <=
                   needs.device.local_bytes;
    };
    set_widest(needs, needs.number(slide_columns), 4 * unit, set_width,
               [&] { return fits(needs.number(slide_bytes)); });
    if (!fits(needs.device.local_bytes)) return std::nullopt;  // local memory is too small for its rows
    if (waiting > 0) shape.width = tile.width;
    tile.height = height_of_tiles(needs, tile.width, rows, needs.number(slide_groups), most_rows_of_slide);
    const std::size_t down = ceil_div(needs.domain.height, tile.height);
    const double lines = static_cast<double>(needs.domain.height + down * rows);
    const double wider = static_cast<double>(tile.width + beside) / static_cast<double>(tile.width);
    const double looks = (2 + static_cast<double>(std::bit_width(columns))) * wider + (rows > 1 ? 3 : 0);
    const double near = lanes * bytes <= most_near_bytes ? near_share : 1;
    Weighing work;
    work.products =
        lines * static_cast<double>(width * needs.domain.layers) * looks * near * products_of_look(needs);
    return TileFit{std::make_shared<Slide>(shape), tile, work,
                   cat("of which ", rows, rows == 1 ? " line is" : " lines are", " kept")};
}

}  // namespace

StrategyDef slide() {
    return of_tiles<fit_slide>("extremes that slide", {slide_columns, slide_bytes, slide_groups}, true);
}

}  // namespace sluice::strategies
