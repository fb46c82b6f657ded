#include "pipeline/plan/code/pass_assembler.hpp"

namespace sluice {

// A Gather whose function makes blocks.
void PassAssembler::add_block_kernel() {
    const TileShape& tile = *shape_.tile;
    const BlockNeeds& block = *tile.block;
    const auto define = [&](const char* name, const auto& value) { source_.define(name, cat(value)); };
    define("TILE_WIDTH", tile.width);
    define("TILE_ROWS", tile.height);
    define("BLOCK_HEIGHT", tile.height);
    define("SOURCE_LEFT", block.reach.left);
    define("SOURCE_ABOVE", block.reach.top);
    define("SOURCE_COLUMNS", tile.columns);
    define("SOURCE_ROWS", tile.lines);
    define("BELOW", block.reach.bottom);
    const GatherCode& gather = gathers_.front();
    define("FILL(at_x, at_y)", gather.texel("at_x", "at_y"));
    std::map<std::string, std::string> parts = tile_parts();
    parts["BLOCK_MAKE"] = cat("        const block_outputs made = ", gather.block_call(), ";\n");
    source_.append_filled("pass_block.clh", parts);
}

}  // namespace sluice
