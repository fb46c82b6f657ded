#include "pipeline/plan/text.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/strategies/sums/sums.hpp"

#include <optional>

namespace sluice::strategies {

std::string Sums::value(const GatherCode& code) const { return code.name() + "_sum"; }

void Sums::add_functions(GatherCode&) const {}

void Sums::add_kernel(const TilePass& pass) const {
    std::string add, take_away, gather;
    std::optional<WholeSums> window;
    bool wide = false;
    for (std::size_t s = 0; s < pass.gathers.size(); ++s) {
        const GatherCode& code = *pass.gathers[s];
        window = code.whole_sums();
        wide |= window->type == SumType::i64;
        const std::string v = cat("SUMS_OF(", code.texel("at_x", "at_y"), ");\n");
        add += cat("                column[", s, "] += ", v);
        take_away += cat("                column[", s, "] -= ", v);
        gather += cat("                const V ", value(code), " = CONVERT(REAL, PASTE(as_, VECTOR(",
                      window->type == SumType::u32 ? "SUM" : "SUM_INT", "))(SUMS_AT(", s, ")));\n");
    }
    const auto define = [&](const char* name, const auto& text) { pass.source.define(name, cat(text)); };
    define("SUMS", count);
    define("SUM", wide ? "ulong" : "uint");
    define("SUM_INT", wide ? "long" : "int");
    define("LEFT", window->left);
    define("ABOVE", window->top);
    define("COLUMN_TAPS", window->columns);
    define("ROW_TAPS", window->rows);
    define("TILE_WIDTH", pass.gathers.front()->program().shape.tile->width);
    define("SOURCE_COLUMNS", columns);
    define("LINES", lines);
    define("TILE_ROWS", lines);
    std::map<std::string, std::string> parts = pass.parts();
    parts["SUMS_ADD"] = add;
    parts["SUMS_TAKE_AWAY"] = take_away;
    parts["SUMS_GATHER"] = gather;
    pass.source.append_filled("strategies/sums.clh", parts);
}

}  // namespace sluice::strategies
