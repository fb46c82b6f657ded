#include "pipeline/plan/text.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/strategies/block/block.hpp"

namespace sluice::strategies {

const BlockSource* Block::block() const {
    static constexpr BlockSource source{
        "PASS_PARAMETERS, const uint layer, const int item, const __local PIXEL_REAL *block, "
        "__local REAL *scratch, const int",
        "PASS_ARGUMENTS, layer, item, block, block_scratch, 0"};
    return &source;
}

void Block::add_functions(GatherCode& code) const { code.add_plainly(); }

void Block::add_kernel(const TilePass& pass) const {
    const GatherCode& code = *pass.gathers.front();
    const TileSize& tile = *code.program().shape.tile;
    const auto define = [&](const char* name, const auto& value) { pass.source.define(name, cat(value)); };
    define("TILE_WIDTH", tile.width);
    define("TILE_ROWS", tile.height);
    define("BLOCK_HEIGHT", tile.height);
    define("SOURCE_LEFT", needs.reach.left);
    define("SOURCE_ABOVE", needs.reach.top);
    define("SOURCE_COLUMNS", columns);
    define("SOURCE_ROWS", lines);
    define("BELOW", needs.reach.bottom);
    define("FILL(at_x, at_y)", code.texel("at_x", "at_y"));
    std::map<std::string, std::string> parts = pass.parts();
    parts["BLOCK_MAKE"] = cat("        const block_outputs made = ", code.block_call(), ";\n");
    pass.source.append_filled("strategies/block.clh", parts);
}

}  // namespace sluice::strategies
