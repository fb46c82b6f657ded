// What GatherCode makes of separable Gathers: tables and numbers of weights, tiles of lines, columns that go
// straight down an image, and outputs that share no pixel.
#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// Of a table of weights (gather.clh).
std::vector<KernelSource::Macro> column_macros(const Taps& taps, const std::string& name) {
    return {{"COLUMNS", cat(name, "_columns")},
            {"COLUMN_TAPS", std::to_string(taps.count)},
            {"COLUMNS_EVEN", taps.even ? "1" : "0"},
            {"COLUMNS_OUTPUTS", taps.even ? "1" : "(int)width"}};
}
std::vector<KernelSource::Macro> row_macros(const Taps& taps, const std::string& name) {
    return {{"ROWS", cat(name, "_rows")},
            {"ROW_TAPS", std::to_string(taps.count)},
            {"ROWS_EVEN", taps.even ? "1" : "0"},
            {"ROWS_OUTPUTS", taps.even ? "1" : cat("(int)", name, "_outputs")}};
}

// So many bytes as words, or as less than one.
std::string word_type(std::size_t bytes) {
    if (bytes < 4) return bytes == 1 ? "uchar" : "ushort";
    return bytes > 4 ? cat("uint", bytes / 4) : std::string("uint");
}

// Where the rows of its layer begin in memory, or would: <src>_base.
std::string base_of_rows(const std::string& src) {
    return cat("    const uint ", src, "_base = layer * ", src, "_rows - ", src, "_first;\n");
}

}  // namespace

std::vector<KernelSource::Macro> GatherCode::weight_macros() const {
    if (!taps_) return {};
    std::vector<KernelSource::Macro> macros = column_macros(taps_->taps.columns, name_);
    for (const KernelSource::Macro& macro : row_macros(taps_->taps.rows, name_)) macros.push_back(macro);
    const auto sums = whole_sums(taps_->taps, graph_.in_double(source_.node));
    macros.push_back({"WHOLE_SUMS", sums ? "1" : "0"});
    macros.push_back({"SUM", sums ? name(sums->type) : "int"});
    return macros;
}

// Whether WEIGH may multiply by 0. `padded`: rows have weights of 0 beside their own.
const char* GatherCode::weights_finite(bool padded) const {
    return weighs_finite() || (!padded && !has_zero(taps_->taps)) ? "1" : "0";
}

// As arguments.
void GatherCode::add_weights() {
    program_.parameters.add(cat("TAPS ", name_, "_columns"), TableArgument{taps_->tables.columns});
    program_.parameters.add(cat("TAPS ", name_, "_rows"), TableArgument{taps_->tables.rows});
    program_.parameters.number("uint", cat(name_, "_outputs"),
                               static_cast<double>(node(source_.node).format->height));
    const auto number = [&](const char* what, double value) {
        program_.parameters.number("int", cat(name_, what), value);
    };
    if (way_ == TileWay::straight) add_straight();
    if (way_ == TileWay::columns) {
        number("_inner_left", static_cast<double>(program_.shape.tile->own->begin));
        number("_inner_right", static_cast<double>(program_.shape.tile->own->end));
    }
    if (way_ == TileWay::walk) {
        const ImageFormat& image = node(source_.loads.front()).format.value();
        number("_first_column", program_.shape.tile->walk->lines.front().source);
        number("_last_texel",
               static_cast<double>(ceil_div(image.width * image.lane_bytes(), std::size_t{16}) - 1));
    }
    if (!is_tiled() || !program_.shape.tile->even) return;
    const EvenColumns& even = *program_.shape.tile->even;
    number("_even_left", static_cast<double>(even.begin));
    number("_even_right", static_cast<double>(even.end));
    number("_even_first", even.first);
}

// --- outputs that share no pixel -------------------------------------------------------------------------

// Units of its image are as wide as what a unit of the result weighs.
PassShape GatherCode::of_source() const {
    PassShape shape = program_.shape;
    shape.unit *= static_cast<int>(shape.disjoint->columns.step);
    return shape;
}

GatherCode::UnitParts GatherCode::disjoint_parts() const {
    const Disjoint& of = *program_.shape.disjoint;
    const PlannedImage& image = program_.assembly.image(source_.loads.front());
    const std::string src = image_name(source_.loads.front());
    const std::size_t lines = of.rows.weights.size();
    const auto texels = static_cast<std::size_t>(unit_texels(image.format, of_source()));
    // Past the end of a row whatever: nobody looks at it.
    const bool beyond = program_.shape.columns * texels > image.texels();
    std::string load;
    for (std::size_t k = 0; k < texels; ++k) {
        const std::string at = cat("column * ", texels, " + ", k);
        load += cat("                ", src, "_in[d * ", lines, " + j].texel[", k, "] = ", src, "_TEXEL(",
                    beyond ? cat("min(", at, ", ", image.texels() - 1, "u)") : at, ", ", src,
                    "_base + (first_row + y) * ", of.rows.step, " + ", of.rows.first, " + j);\n");
    }
    return {base_of_rows(src), cat("            ", src, "_unit ", src, "_in[DEPTH * ", lines, "];\n"),
            cat("            #pragma unroll\n            for (uint j = 0; j < ", lines, "; ++j) {\n", load,
                "            }\n")};
}

void GatherCode::add_disjoint() {
    program_.source.include("local_pixels.clh");
    const Disjoint& of = *program_.shape.disjoint;
    const std::size_t load = source_.loads.front();
    const std::string src = image_name(load);
    add_front("_front", piece_type(*node(load).format, program_.shape), cat(src, "_decode(raw)"));
    const auto list = [](const std::vector<double>& weights) {
        std::string text;
        for (const double weight : weights)
            text += cat(text.empty() ? "" : ", ", "(REAL)", number_text(weight));
        return text;
    };
    program_.source.instantiate("disjoint.clh", name_,
                                {{"COLUMN_STEP", cat(of.columns.step)},
                                 {"COLUMN_FIRST", cat(of.columns.first)},
                                 {"COLUMN_TAPS", cat(of.columns.weights.size())},
                                 {"COLUMN_WEIGHTS", list(of.columns.weights)},
                                 {"ROW_TAPS", cat(of.rows.weights.size())},
                                 {"ROW_WEIGHTS", list(of.rows.weights)},
                                 {"UNIT_TYPE", cat(src, "_unit")},
                                 {"PIECE(raw)", cat(name_, "_front(PASS_ARGUMENTS, layer, raw)")},
                                 {"WEIGHTS_FINITE", weights_finite(false)}});
}

// --- tiles -----------------------------------------------------------------------------------------------

void GatherCode::define_all(const std::vector<KernelSource::Macro>& macros) {
    for (const KernelSource::Macro& macro : macros) program_.source.define(macro.name, macro.value);
}

// What each line adds to which outputs, of which there are so many.
void GatherCode::define_lines(const char* table, const std::string& outputs, const RowLines& lines) {
    program_.source.define("ROWS", cat(name_, table));
    program_.source.define("ROWS_OUTPUTS", cat("(int)", outputs));
    program_.source.define("ROWS_EVEN", lines.even ? "1" : "0");
    program_.source.define("OPEN", cat(lines.open));
    program_.source.append_filled("row_lines.clh", {});
}

void GatherCode::define_taps() {
    const TileShape& tile = *program_.shape.tile;
    const auto define = [&](const char* name, const auto& value) {
        program_.source.define(name, cat(value));
    };
    define_all(column_macros(taps_->taps.columns, name_));
    define("COLUMN_STEP", tile.even ? tile.even->step : 0);
    if (tile.even) {
        define("EVEN_LEFT", cat(name_, "_even_left"));
        define("EVEN_RIGHT", cat(name_, "_even_right"));
        define("EVEN_FIRST", cat(name_, "_even_first"));
        define("EVEN_SLACK", tile.even->slack);
        define("EVEN_SHIFT", tile.even->first & (program_.shape.unit - 1));
    }
    define_lines("_rows", cat(name_, "_outputs"), tile.rows);
    define("WEIGHTS_FINITE", weights_finite(!tile.rows.even));
    define("TILE_WIDTH", tile.width);
    define("TILE_ROWS", tile.rows.most_ends(tile.lines));
    define("SOURCE_COLUMNS", tile.columns);
    define("LINES", tile.lines);
    define("TILE_STORED", tile.stored ? 1 : 0);
}

// --- straight from memory ---------------------------------------------------------------------------------

// Its sizes and weights as numbers of the kernel: constants, which take no register.
void GatherCode::add_straight() {
    const Straight& straight = *program_.shape.tile->straight;
    const WeightScales scales = program_.shape.tile->scales();
    const auto axis = [&](const EvenColumns& of, const Taps& taps, const char* begin, const char* end,
                          const char* first, const char* weight, double scale) {
        program_.parameters.number("int", cat(name_, begin), static_cast<double>(of.begin));
        program_.parameters.number("int", cat(name_, end), static_cast<double>(of.end));
        program_.parameters.number("int", cat(name_, first), of.first);
        const std::size_t middle = taps.even ? 0 : of.begin * taps.count;
        for (std::size_t k = 0; k < taps.count; ++k)
            program_.parameters.number(program_.shape.doubles ? "double" : "float", cat(name_, weight, k),
                                       taps.weights[middle + k] * scale);
    };
    axis(straight.columns, taps_->taps.columns, "_inner_left", "_inner_right", "_first_column",
         "_column_weight", scales.columns);
    axis(straight.rows, taps_->taps.rows, "_inner_top", "_inner_bottom", "_first_row", "_row_weight",
         scales.rows);
}

// A row y of its image, as elements of a type.
std::string GatherCode::line_of(const char* type) const {
    const std::string src = image_name(source_.loads.front());
    return cat("((const __global ", type, " *)", src, "_ROW(layer * ", src, "_rows + (uint)(y) - ", src,
               "_first))");
}

// What its tile's weights are for.
LanesAs GatherCode::lanes_as() const { return program_.shape.tile->bits ? LanesAs::bits : LanesAs::numbers; }

// What a piece is as words.
std::string GatherCode::words_of_piece() const {
    const ImageFormat& format = node(source_.loads.front()).format.value();
    return word_type(static_cast<std::size_t>(program_.shape.pixels) * format.lane_bytes());
}

// Pieces that come as words: a compiler that is shown bytes takes them apart early.
void GatherCode::define_pieces() {
    program_.source.include("local_pixels.clh");
    const std::size_t load = source_.loads.front();
    const std::string src = image_name(load);
    const ImageFormat& format = node(load).format.value();
    const std::string type = words_of_piece();
    add_front("_front", type,
              lanes_as() == LanesAs::bits || has_texel_code(format, program_.shape)
                  ? piece_of_words(format, program_.shape, "raw", lanes_as())
                  : cat(src, "_decode(as_", piece_type(format, program_.shape), "(raw))"));
    program_.source.define("PIECE_WORDS", type);
    program_.source.define("PIECE_VALUE(words)", cat(name_, "_front(PASS_ARGUMENTS, layer, words)"));
    program_.source.define("TILE_WIDTH", cat(program_.shape.tile->width));
}

void GatherCode::define_columns() {
    const TileShape& tile = *program_.shape.tile;
    const auto define = [&](const char* name, const auto& value) {
        program_.source.define(name, cat(value));
    };
    std::string offsets;
    for (const std::int32_t offset : tile.own->offsets) offsets += cat(offsets.empty() ? "" : ", ", offset);
    define_pieces();
    define("PIXEL_WORDS", word_type(node(source_.loads.front()).format->lane_bytes()));
    define("LINE_PIXELS(y)", line_of("PIXEL_WORDS"));
    define("SOURCE_WIDTH", cat("(int)", name_, "_width"));
    define_all(column_macros(taps_->taps.columns, name_));
    define("INNER_LEFT", cat(name_, "_inner_left"));
    define("INNER_RIGHT", cat(name_, "_inner_right"));
    define("COLUMN_OFFSETS", offsets);
    define("TAPS_ACROSS", tile.own->taps);
    define("PIECES_ACROSS", tile.own->window_pieces());
    define("SOURCE_HEIGHT", cat("(int)", name_, "_height"));
    define("LINES_KEPT", tile.lines_kept ? 1 : 0);
    define("COLUMNS_ALIGNED", tile.own->aligned ? 1 : 0);
    define("TILE_SETS", tile.sets);
    if (tile.lines_kept)
        define_all(row_macros(taps_->taps.rows, name_));
    else
        define_lines("_rows", cat(name_, "_outputs"), tile.rows);
    define("WEIGHTS_FINITE", weights_finite(true));
}

void GatherCode::define_walk() {
    const TileShape& tile = *program_.shape.tile;
    const auto define = [&](const char* name, const auto& value) {
        program_.source.define(name, cat(value));
    };
    define_pieces();
    define("ITEM_LINES", tile.lines);
    define("CHUNK_COLUMNS", tile.columns);
    define("LINE_TEXELS(y)", line_of("uint4"));
    define("FIRST_COLUMN", cat(name_, "_first_column"));
    define("LAST_TEXEL", cat(name_, "_last_texel"));
    define_lines("_columns", "width", *tile.walk);
    define("ONE", cat("(REAL)", number_text(tile.scales().rows)));
    define("WEIGHTS_FINITE", weights_finite(true));
}

void GatherCode::define_straight() {
    const Straight& straight = *program_.shape.tile->straight;
    const Taps &columns = taps_->taps.columns, &rows = taps_->taps.rows;
    const auto define = [&](const char* name, const auto& value) {
        program_.source.define(name, cat(value));
    };
    const auto weights = [&](const char* weight, std::size_t count, std::size_t padded) {
        std::string list;
        for (std::size_t k = 0; k < padded; ++k)
            list += cat(k == 0 ? "" : ", ", k < count ? cat(name_, weight, k) : std::string("0"));
        return list;
    };
    const auto step = static_cast<std::size_t>(straight.rows.step), open = ceil_div(rows.count, step);
    define_pieces();
    define("LINE_PIECES(y)", line_of("PIECE_WORDS"));
    define("INNER_LEFT", cat(name_, "_inner_left"));
    define("INNER_RIGHT", cat(name_, "_inner_right"));
    define("INNER_TOP", cat(name_, "_inner_top"));
    define("INNER_BOTTOM", cat(name_, "_inner_bottom"));
    define("COLUMN_STEP", straight.columns.step);
    define("COLUMN_FIRST", cat(name_, "_first_column"));
    define("TAPS_ACROSS", columns.count);
    define("COLUMN_SHIFT", straight.columns.first & (program_.shape.pixels - 1));
    define("COLUMN_WEIGHTS", weights("_column_weight", columns.count, columns.count));
    define("ROW_STEP", step);
    define("ROW_FIRST", cat(name_, "_first_row"));
    define("TAPS_DOWN", rows.count);
    define("ROW_WEIGHTS", weights("_row_weight", rows.count, open * step));
    define("OPEN", open);
    define("PLAIN(x, y)",
           cat(name_, "_separable(PASS_ARGUMENTS, layer, PIXEL_OF_LANE + (VI)((int)(x)), (VI)(y), 0)"));
    define("WEIGHTS_FINITE", weights_finite(open * step != rows.count));
}

// A function that makes the V of its image from `decoded`, an expression of `raw`: what lies in memory, and
// the Points in front of it.
void GatherCode::add_front(const char* name, const std::string& type, const std::string& decoded) {
    std::string before;
    PointCode code(program_, {"(VI)(0)", "(VI)(0)"}, before);
    const std::string evaluate = points(code);
    program_.source.append(cat("\nV ", name_, name, "(PASS_PARAMETERS, const uint layer, ", type, " raw) {\n",
                               before, "    const V v", program_.numbers(source_.loads.front()), " = ",
                               decoded, ";\n", evaluate, "    return v",
                               program_.numbers(node(source_.node).inputs.at(0).value()), ";\n}\n"));
}

std::map<std::string, std::string> GatherCode::fill_parts(std::string& before) {
    const auto define = [&](const char* name, const auto& value) {
        program_.source.define(name, cat(value));
    };
    std::string units, load, decoded, nearer;
    bool by_units = true;
    for (const std::size_t i : source_.loads) {
        const std::string src = image_name(i);
        const PlannedImage& image = program_.assembly.image(i);
        by_units &= image.padded();
        before += base_of_rows(src);
        units += cat("                    ", src, "_unit ", src, "_in[LINES];\n");
        if (by_units && image.storage == Storage::buffer && !program_.shape.alone)
            nearer += cat(nearer.empty() ? "" : ", ", "PREFETCH(&", src, "_TEXEL(column * ",
                          unit_texels(image.format, program_.shape), ", ", src, "_base + (uint)(y)))");
        if (by_units) load += load_unit(src, image, program_.shape, Access::read);
        decoded += cat("                const V v", program_.numbers(i), " = ", src, "_decode(", src,
                       "_in[d].piece[k]);\n");
    }
    define("FILL_AHEAD(y)", nearer.empty() ? "(void)0" : nearer);
    define("FILL_UNITS", by_units ? 1 : 0);
    define("SOURCE_WIDTH", cat("(int)", name_, "_width"));
    define("SOURCE_HEIGHT", cat("(int)", name_, "_height"));
    std::map<std::string, std::string> parts{{"FILL_DECLARE", units}, {"FILL_LOAD", load}};
    if (program_.shape.tile->stored)
        add_fill_stored(parts);
    else
        add_fill_numbers(parts, before, decoded);
    return parts;
}

void GatherCode::add_fill_numbers(std::map<std::string, std::string>& parts, std::string& before,
                                  const std::string& decoded) {
    const std::string places = "(VI)(x + k * PIXELS) + PIXEL_OF_LANE", row = "(VI)(y)";
    const char* each = "            for (int k = 0; k < UNIT / PIXELS; ++k) {\n";
    program_.source.define("TILE_ELEMENT", "PIXEL_REAL");
    PointCode code(program_, {places, row}, before);
    const std::string evaluate = points(code);
    const auto put = [&](const std::string& value) {
        return cat("                pixels_put(to + k * PIXELS, ", value, ");\n            }\n");
    };
    const std::size_t image = node(source_.node).inputs.at(0).value();
    parts["FILL_PUT"] = cat(each, decoded, evaluate, put(cat("v", program_.numbers(image))));
    parts["FILL_BEYOND"] =
        cat(each, put(cat(name_, "_texel(PASS_ARGUMENTS, layer, ", places, ", ", row, ")")));
}

// Pixels as they lie in memory.
void GatherCode::add_fill_stored(std::map<std::string, std::string>& parts) {
    const std::size_t image = source_.loads.front();
    const std::string src = image_name(image);
    const ImageFormat& format = node(image).format.value();
    program_.source.define("TILE_ELEMENT", pixel_type(format));
    program_.source.define("FILL_PIECE_TYPE", cat(src, "_piece"));
    program_.source.define("FILL_VALUE(raw)", cat(name_, "_front(PASS_ARGUMENTS, layer, raw)"));
    add_front(
        "_front", cat(src, "_piece"),
        lanes_as() == LanesAs::bits
            ? piece_of_words(format, program_.shape, cat("as_", words_of_piece(), "(raw.v)"), lanes_as())
            : cat(src, "_decode(raw.v)"));
    const bool texels = has_texel_code(format, program_.shape);
    program_.source.define("TILE_TEXELS", texels ? "1" : "0");
    if (texels) {
        add_front("_front_texel", "uint4", piece_of_words(format, program_.shape, "raw", lanes_as()));
        program_.source.define("FILL_TEXEL(words)", cat(name_, "_front_texel(PASS_ARGUMENTS, layer, words)"));
    }
    const std::string put = cat("            for (int t = 0; t < ", unit_texels(format, program_.shape),
                                "; ++t) ((__local uint4 *)to)[t] = ", src, "_in[d].texel[t];\n");
    parts["FILL_PUT"] = program_.assembly.image(image).padded() ? put : "";
    parts["FILL_BEYOND"] =
        cat("            const VI beyond_y = ", edge_text("(VI)(y)", "_height"),
            ";\n"
            "            for (int p = 0; p < UNIT; ++p) {\n                const VI beyond_x = ",
            edge_text("(VI)(x + p)", "_width"), ";\n                to[p] = ", src,
            "_PIXEL((int)OF_PIXEL(beyond_x, 0), layer * ", src, "_rows + (uint)OF_PIXEL(beyond_y, 0) - ", src,
            "_first);\n            }\n");
}

}  // namespace sluice
