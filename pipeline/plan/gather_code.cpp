#include "pipeline/plan/gather_code.hpp"

#include "pipeline/plan/function.hpp"
#include "pipeline/plan/numbers.hpp"
#include "pipeline/plan/pixel_code.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// What a function's SRC hands on: everything that the kernel has, and where its pixels are.
constexpr const char* src_parameters =
    "PASS_PARAMETERS, const uint layer, const VI at_x, const VI at_y, const int";

// The weights of a separable Gather are for a function of our own.
constexpr const char* separable_file = "separable.clh";

}  // namespace

GatherCode::GatherCode(ProgramCode& program, const GatherSource& source, TapTables taps)
    : program_(program),
      graph_(program.assembly.plan.graph),
      source_(source),
      taps_(taps),
      name_(cat("g", program.numbers(source.node))) {
    program_.source.include("gather.clh");
    for (const std::size_t i : source_.loads) {
        const PlannedImage& image = program_.assembly.image(i);
        program_.source.append(image_declarations(image_name(i), image, program_.shape, Access::gather));
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
    if (!node(source_.node).gather().taps) return;
    program_.parameters.add(cat("TAPS ", name_, "_columns"), TableArgument{taps_.columns});
    program_.parameters.add(cat("TAPS ", name_, "_rows"), TableArgument{taps_.rows});
}

std::string GatherCode::value(const PlaceCode& place, bool stored_only) {
    const Primitive& n = node(source_.node);
    const std::string src = cat("PASS_ARGUMENTS, layer, ", place.column, ", ", place.row, ", 0");
    std::string value = cat(name_, "_separable(", src, ")");
    if (!n.gather().taps) {
        const Signature function = stage_function(graph_, n);
        std::string before;  // its Tables' fields are of the pass
        PointCode code(program_, place, before);
        value = code.call(source_.node, cat(name_, "_", function.name), function, src);
    }
    return rounded(value, n.format->pixel, program_.shape, stored_only);
}

void GatherCode::add_functions() {
    add_texel();
    const Primitive& n = node(source_.node);
    const std::string file = n.gather().taps ? separable_file : stage_function(graph_, n).file;
    program_.source.instantiate(file, name_, macros());
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

std::vector<KernelSource::Macro> GatherCode::macros() const {
    const GatherDef& gather = node(source_.node).gather();
    const auto texel = [&](const char* x, const char* y) {
        return cat(name_, "_texel(PASS_ARGUMENTS, layer, ", x, ", ", y, ")");
    };
    std::vector<KernelSource::Macro> macros{{"SRC", src_parameters}};
    if (gather.reach) {
        macros.push_back({"AT(src, dx, dy)", texel("at_x + (VI)(dx)", "at_y + (VI)(dy)")});
        return macros;
    }
    macros.push_back({"TEXEL(src, x, y)", texel("CONVERT(INT, x)", "CONVERT(INT, y)")});
    if (!gather.taps) return macros;
    const Separable taps = gather.taps(graph_.inputs_of(node(source_.node)));
    const auto axis = [&](const std::string& name, const char* table, const Taps& of) {
        macros.push_back({cat(name, "S"), cat(name_, table)});
        macros.push_back({cat(name, "_TAPS"), std::to_string(of.count)});
        macros.push_back({cat(name, "S_EVEN"), of.even ? "1" : "0"});
    };
    axis("COLUMN", "_columns", taps.columns);
    axis("ROW", "_rows", taps.rows);
    return macros;
}

}  // namespace sluice
