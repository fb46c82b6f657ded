#include "pipeline/plan/code/pass_assembler.hpp"

#include "pipeline/plan/primitives/whole_sums.hpp"

namespace sluice {

// Sums that slide down tiles.
void PassAssembler::add_sums_kernel() {
    const TileShape& tile = *shape_.tile;
    std::string add, take_away, gather;
    std::optional<WholeSums> window;
    bool wide = false;
    std::size_t s = 0;
    for (std::size_t k = 0; k < gathers_.size(); ++k) {
        const GatherCode& code = gathers_[k];
        if (!code.is_summed()) continue;
        const std::size_t node = pass_.gathers[k].node;
        window = whole_sums(design_.taps.at(node).taps, graph_.in_double(node));
        wide |= window->type == SumType::i64;
        const std::string v = cat("SUMS_OF(", code.texel("at_x", "at_y"), ");\n");
        add += cat("                column[", s, "] += ", v);
        take_away += cat("                column[", s, "] -= ", v);
        gather += cat("                const V ", code.sum_name(), " = CONVERT(REAL, PASTE(as_, VECTOR(",
                      window->type == SumType::u32 ? "SUM" : "SUM_INT", "))(SUMS_AT(", s, ")));\n");
        ++s;
    }
    const auto define = [&](const char* name, const auto& value) { source_.define(name, cat(value)); };
    define("SUMS", tile.sums);
    define("SUM", wide ? "ulong" : "uint");
    define("SUM_INT", wide ? "long" : "int");
    define("LEFT", window->left);
    define("ABOVE", window->top);
    define("COLUMN_TAPS", window->columns);
    define("ROW_TAPS", window->rows);
    define("TILE_WIDTH", tile.width);
    define("SOURCE_COLUMNS", tile.columns);
    define("LINES", tile.lines);
    define("TILE_ROWS", tile.lines);
    std::map<std::string, std::string> parts = tile_parts();
    parts["SUMS_ADD"] = add;
    parts["SUMS_TAKE_AWAY"] = take_away;
    parts["SUMS_GATHER"] = gather;
    source_.append_filled("pass_sums.clh", parts);
}

}  // namespace sluice
