#include "pipeline/plan/code/gather_code.hpp"

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <utility>

namespace sluice {
namespace {

// What a function's SRC hands on: everything that the kernel has, and where its pixels are.
constexpr const char* src_parameters =
    "PASS_PARAMETERS, const uint layer, const VI at_x, const VI at_y, const int";

// The weights of a separable Gather are for a function of our own.
constexpr const char* separable_file = "separable.clh";

}  // namespace

GatherCode::GatherCode(ProgramCode& program, const GatherSource& source, std::optional<GatherTaps> taps,
                       bool tiled)
    : program_(program),
      graph_(program.assembly.plan.graph),
      source_(source),
      taps_(std::move(taps)),
      tiled_(tiled),
      name_(cat("g", program.numbers(source.node))) {
    program_.source.include("gather.clh");
    for (const std::size_t i : source_.loads) {
        const PlannedImage& image = program_.assembly.image(i);
        program_.source.append(image_declarations(image_name(i), image, program_.shape,
                                                  tiled_ ? Access::gather_units : Access::gather));
        image_parameters(program_.parameters, image_name(i), image, program_.assembly.image_of.at(i), false);
    }
    add_sizes();
}

std::string GatherCode::image_name(std::size_t image) const {
    return cat(name_, "_src", program_.numbers(image));
}

void GatherCode::add_sizes() {
    const ImageFormat& src = node(node(source_.node).inputs.at(0).value()).format.value();
    program_.parameters.number("uint", cat(name_, "_width"), static_cast<double>(src.width));
    program_.parameters.number("uint", cat(name_, "_height"), static_cast<double>(src.height));
    if (!taps_) return;
    program_.parameters.add(cat("TAPS ", name_, "_columns"), TableArgument{taps_->tables.columns});
    program_.parameters.add(cat("TAPS ", name_, "_rows"), TableArgument{taps_->tables.rows});
}

std::string GatherCode::value(const PlaceCode& place, bool stored_only) {
    const Primitive& n = node(source_.node);
    const std::string src = cat("PASS_ARGUMENTS, layer, ", place.column, ", ", place.row, ", 0");
    std::string value = tiled_ ? std::string("gathered") : cat(name_, "_separable(", src, ")");
    if (!taps_) {
        const Signature function = stage_function(graph_, n);
        std::string before;  // its Tables' fields are of the pass
        PointCode code(program_, place, before);
        value = code.call(source_.node, cat(name_, "_", function.name), function, src);
    }
    return rounded(value, n.format->pixel, program_.shape, stored_only);
}

void GatherCode::add_functions() {
    add_texel();
    if (tiled_) return define_taps();
    program_.source.instantiate(taps_ ? separable_file : stage_function(graph_, node(source_.node)).file,
                                name_, macros());
}

// Any pixel of its image: what lies in memory, then Points, then the border.
void GatherCode::add_texel() {
    const Primitive& n = node(source_.node);
    const Border border = n.gather().border(n.values);
    const std::size_t image = n.inputs.at(0).value();
    const std::string edge = cat("edge_", name(border.rule), "(");
    std::string before, text, evaluate;
    for (const std::size_t i : source_.loads) {
        const std::string src = image_name(i);
        text += cat("    ", src, "_piece ", src, "_in;\n    for (int p = 0; p < PIXELS; ++p)\n        ", src,
                    "_in.pixel[p] = ", src, "_PIXEL((int)OF_PIXEL(column, p), layer * ", src,
                    "_rows + (uint)OF_PIXEL(row, p) - ", src, "_first);\n    const V v", program_.numbers(i),
                    " = ", src, "_decode(", src, "_in.v);\n");
    }
    PointCode code(program_, {"column", "row"}, before);
    for (const std::size_t i : source_.points)
        evaluate += cat("    const V v", program_.numbers(i), " = ", code.value(i, false), ";\n");
    std::string result = cat("v", program_.numbers(image));
    if (border.rule == EdgeRule::constant)
        result = cat("column == x && row == y ? ", result, " : ALPHA_LANES ? (V)((REAL)",
                     number_text(border.alpha), ") : (V)((REAL)", number_text(border.value), ")");
    program_.source.append(
        cat("\n// A pixel of ", graph_.nodes[image].id, " for each lane's, wherever it is.\nV ", name_,
            "_texel(PASS_PARAMETERS, const uint layer, VI x, VI y) {\n    const VI column = ", edge, "x, ",
            name_, "_width), row = ", edge, "y, ", name_, "_height);\n", before, text, evaluate,
            "    return ", result, ";\n}\n"));
}

std::vector<KernelSource::Macro> tap_macros(const Separable& taps, const std::string& name) {
    std::vector<KernelSource::Macro> macros;
    const auto axis = [&](const std::string& axis, const char* table, const Taps& of) {
        macros.push_back({cat(axis, "S"), cat(name, table)});
        macros.push_back({cat(axis, "_TAPS"), std::to_string(of.count)});
        macros.push_back({cat(axis, "S_EVEN"), of.even ? "1" : "0"});
    };
    axis("COLUMN", "_columns", taps.columns);
    axis("ROW", "_rows", taps.rows);
    return macros;
}

std::vector<KernelSource::Macro> GatherCode::macros() const {
    const auto texel = [&](const char* x, const char* y) {
        return cat(name_, "_texel(PASS_ARGUMENTS, layer, ", x, ", ", y, ")");
    };
    std::vector<KernelSource::Macro> macros;
    if (taps_) macros = tap_macros(taps_->taps, name_);
    macros.push_back({"SRC", src_parameters});
    if (node(source_.node).gather().reach)
        macros.push_back({"AT(src, dx, dy)", texel("at_x + (VI)(dx)", "at_y + (VI)(dy)")});
    else
        macros.push_back({"TEXEL(src, x, y)", texel("CONVERT(INT, x)", "CONVERT(INT, y)")});
    return macros;
}

// --- tiles -----------------------------------------------------------------------------------------------

void GatherCode::define_taps() {
    const std::size_t image = node(source_.node).inputs.at(0).value();
    const bool finite = is_integer(node(image).format->pixel) || !has_zero(taps_->taps);
    for (const KernelSource::Macro& macro : tap_macros(taps_->taps, name_))
        program_.source.define(macro.name, macro.value);
    program_.source.define("WEIGHTS_FINITE", finite ? "1" : "0");
}

// What Points make of pixels that a tile holds as they lie in memory.
void GatherCode::add_front() {
    const std::string src = image_name(source_.loads.front());
    std::string before, evaluate;
    PointCode code(program_, {"(VI)(0)", "(VI)(0)"}, before);
    for (const std::size_t i : source_.points)
        evaluate += cat("    const V v", program_.numbers(i), " = ", code.value(i, false), ";\n");
    program_.source.append(
        cat("\nV ", name_, "_front(PASS_PARAMETERS, const uint layer, ", src, "_piece raw) {\n", before,
            "    const V v", program_.numbers(source_.loads.front()), " = ", src, "_decode(raw.v);\n",
            evaluate, "    return v", program_.numbers(node(source_.node).inputs.at(0).value()), ";\n}\n"));
}

std::map<std::string, std::string> GatherCode::fill_parts() {
    const TileShape& tile = *program_.shape.tile;
    const auto define = [&](const char* name, const auto& value) {
        program_.source.define(name, cat(value));
    };
    define("TILE_WIDTH", tile.width);
    define("TILE_HEIGHT", tile.height);
    define("SOURCE_COLUMNS", tile.columns);
    define("SOURCE_ROWS", tile.rows);
    define("BLOCK", tile.block);
    define("TILE_STORED", tile.stored ? 1 : 0);

    std::string before, unit, piece;
    bool by_units = true;
    for (const std::size_t i : source_.loads) {
        const std::string src = image_name(i);
        const PlannedImage& image = program_.assembly.image(i);
        by_units &= image.storage != Storage::natural;
        before += cat("    const uint ", src, "_base = layer * ", src, "_rows - ", src, "_first;\n");
        unit += cat("                ", src, "_unit ", src, "_in[1];\n");
        if (by_units) unit += load_unit(src, image, program_.shape, Access::read);
        piece += cat("                    const V v", program_.numbers(i), " = ", src, "_decode(", src,
                     "_in[d].piece[k]);\n");
    }
    define("FILL_INSIDE(x, y)", by_units ? cat("((x) >= 0 && (x) + UNIT <= (int)", name_,
                                               "_width && (y) >= 0 && (y) < (int)", name_, "_height)")
                                         : std::string("false"));
    const std::string places = "(VI)(x + k * PIXELS) + PIXEL_OF_LANE, ", row = "(VI)(y)";
    if (tile.stored) {
        const std::string src = image_name(source_.loads.front());
        const ImageFormat& format = node(source_.loads.front()).format.value();
        const std::string edge =
            cat("edge_", name(node(source_.node).gather().border(node(source_.node).values).rule), "(");
        const auto put = [](const std::string& pixel) {
            return cat(
                "                    for (int p = 0; p < PIXELS; ++p)\n                        if (at + k * "
                "PIXELS + p >= 0 && at + k * PIXELS + p < SOURCE_COLUMNS) to[at + k * PIXELS + p] = ",
                pixel, ";\n");
        };
        define("TILE_ELEMENT", pixel_type(format));
        define("FILL_PIECE_TYPE", cat(src, "_piece"));
        define("TILE_ELEMENT_BYTES", format.lane_bytes());
        define("FILL_VALUE(raw)", cat(name_, "_front(PASS_ARGUMENTS, layer, raw)"));
        add_front();
        return {{"FILL_BEFORE", before},
                {"FILL_UNIT", unit},
                {"FILL_PIECE", cat("                    ", src, "_piece raw;\n                    raw.v = ",
                                   src, "_in[d].piece[k];\n", put("raw.pixel[p]"))},
                {"FILL_BEYOND", cat("                    const VI beyond_x = ", edge, places, name_,
                                    "_width), beyond_y = ", edge, row, ", ", name_, "_height);\n",
                                    put(cat(src, "_PIXEL((int)OF_PIXEL(beyond_x, p), layer * ", src,
                                            "_rows + (uint)OF_PIXEL(beyond_y, p) - ", src, "_first)")))}};
    }
    define("TILE_ELEMENT", "PIXEL_REAL");
    define("TILE_ELEMENT_BYTES", 0);
    PointCode code(program_, {places.substr(0, places.size() - 2), row}, before);
    for (const std::size_t i : source_.points)
        piece +=
            cat("                    const V v", program_.numbers(i), " = ", code.value(i, false), ";\n");
    const std::size_t image = node(source_.node).inputs.at(0).value();
    return {{"FILL_BEFORE", before},
            {"FILL_UNIT", unit},
            {"FILL_PIECE", cat(piece, "                    TILE_PUT(to, at + k * PIXELS, v",
                               program_.numbers(image), ");\n")},
            {"FILL_BEYOND",
             cat("                    const V beyond = ", name_, "_texel(PASS_ARGUMENTS, layer, ", places,
                 row, ");\n                    TILE_PUT(to, at + k * PIXELS, beyond);\n")}};
}

}  // namespace sluice
