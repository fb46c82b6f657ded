#include "pipeline/plan/strategies/moves/moves.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber moves_columns{"columns", 2048, 0};  // of a tile, at most
constexpr StrategyNumber moves_side{"side", 64, 0};          // of a square of pixels that is turned
constexpr StrategyNumber moves_groups{"groups", 4, 0};       // for each compute unit, at least
// Looks at samples that a row takes, and what a pixel that is turned takes in products.
constexpr double looks_of_moved_row = 3, products_of_turned_pixel = 120;

std::optional<TileFit> fit_moves(const TileNeeds& needs) {
    if (!needs.gather.move || !needs.alone) return std::nullopt;
    Moves shape;
    TileSize tile;
    tile.pixels = needs.pixels;
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    const bool turned = shape.transposed = needs.gather.move->transposed;
    if (!turned && !needs.gather.plain) return std::nullopt;  // numbers are as fast straight from memory
    const std::size_t wanted = needs.number(turned ? moves_side : moves_columns);
    tile.width = std::min(std::max(unit, wanted / unit * unit), ceil_div(needs.domain.width, unit) * unit);
    tile.height = turned ? wanted : tile_height(needs, tile.width, needs.number(moves_groups), 16, 1024);
    shape.lines = turned ? tile.width : 1;
    shape.pixel_bytes = lanes * sample_bytes(needs);
    shape.rows = turned ? tile.height : 0;
    shape.line_samples =
        turned ? whole_vectors((tile.height + 16) * lanes) : room_for(needs, tile.width * lanes);
    const std::size_t bytes = sample_bytes(needs), waiting = staged_bytes(needs, needs.pixels);
    const std::size_t room = shape.lines * shape.line_samples +
                             (turned ? shape.rows : 1) * whole_vectors(tile.width * lanes) + 128;
    if (room * bytes + tile.width * waiting > needs.device.local_bytes) return std::nullopt;
    if (waiting > 0) shape.width = tile.width;
    Weighing work;
    work.products = static_cast<double>(needs.domain.pixels()) *
                    (looks_of_moved_row * products_of_look(needs) +
                     (turned ? products_of_turned_pixel / static_cast<double>(lanes) : 0));
    return TileFit{std::make_shared<Moves>(shape), tile, work,
                   turned ? "which are turned in local memory" : "whose rows move as vectors"};
}

}  // namespace

StrategyDef moves() { return of_tiles<fit_moves>("moves", {moves_columns, moves_side, moves_groups}); }

}  // namespace sluice::strategies
