#include "pipeline/plan/code/weights_code.hpp"

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {

namespace {

// <gather>_column_taps, or _row_taps, where that is an argument.
std::vector<KernelSource::Macro> axis_macros(const std::string& axis, const GatherTaps& weights,
                                             const Taps& taps, const std::string& table,
                                             const std::string& argument, const std::string& outputs) {
    const std::string count = std::to_string(taps.count);
    const bool known = weights.known(taps);
    return {{axis + "S", table},
            {axis + "_TAPS", known ? count : argument},
            {axis + "S_KNOWN", known ? count : "0"},
            {axis + "S_EVEN", taps.even ? "1" : "0"},
            {axis + "S_OUTPUTS", taps.even ? "1" : outputs}};
}

}  // namespace

std::vector<KernelSource::Macro> column_macros(const GatherTaps& weights, const std::string& gather) {
    return axis_macros("COLUMN", weights, weights.taps.columns, gather + "_columns", gather + "_column_taps",
                       "(int)width");
}

std::vector<KernelSource::Macro> row_macros(const GatherTaps& weights, const std::string& gather) {
    return axis_macros("ROW", weights, weights.taps.rows, gather + "_rows", gather + "_row_taps",
                       cat("(int)", gather, "_outputs"));
}

void define_lines(GatherCode& code, const char* table, const std::string& outputs, const RowLines& lines) {
    code.define("ROWS", cat(code.name(), table));
    code.define("ROWS_OUTPUTS", cat("(int)", outputs));
    code.define("ROWS_EVEN", lines.even ? "1" : "0");
    code.define("OPEN", lines.open);
    code.program().source.append_filled("row_lines.clh", {});
}

std::string word_type(std::size_t bytes) {
    if (bytes < 4) return bytes == 1 ? "uchar" : "ushort";
    return bytes > 4 ? cat("uint", bytes / 4) : std::string("uint");
}

std::string words_of_piece(const GatherCode& code) {
    return word_type(static_cast<std::size_t>(code.program().shape.pixels) * code.source().lane_bytes());
}

void define_pieces(GatherCode& code, LanesAs as) {
    ProgramCode& program = code.program();
    program.source.include("local_pixels.clh");
    const ImageFormat& format = code.source();
    const std::string type = words_of_piece(code);
    code.add_front("_front", type,
                   as == LanesAs::bits || has_texel_code(format, program.shape)
                       ? piece_of_words(format, program.shape, "raw", as)
                       : cat(code.source_name(), "_decode(as_", piece_type(format, program.shape), "(raw))"));
    code.define("PIECE_WORDS", type);
    code.define("PIECE_VALUE(words)", cat(code.name(), "_front(PASS_ARGUMENTS, layer, words)"));
}

std::string line_of(const GatherCode& code, const std::string& type) {
    const std::string src = code.source_name();
    return cat("((const __global ", type, " *)", src, "_ROW(layer * ", src, "_rows + (uint)(y) - ", src,
               "_first))");
}

std::string base_of_rows(const std::string& src) {
    return cat("    const uint ", src, "_base = layer * ", src, "_rows - ", src, "_first;\n");
}

}  // namespace sluice
