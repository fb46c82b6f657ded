#include "pipeline/plan/text.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/strategies/disjoint/disjoint.hpp"

namespace sluice::strategies {
namespace {

std::string list(const std::vector<double>& weights) {
    std::string text;
    for (const double weight : weights) text += cat(text.empty() ? "" : ", ", "(REAL)", number_text(weight));
    return text;
}

}  // namespace

UnitParts DisjointUnits::unit_parts(const GatherCode& code) const {
    const PlannedImage& image = code.program().view.image(code.loads().front());
    const std::string src = code.source_name();
    const std::size_t lines = of.rows.weights.size();
    const auto texels = static_cast<std::size_t>(unit_texels(image.format, code.shape_of_image()));
    // Past the end of a row whatever: nobody looks at it.
    const bool beyond = code.program().shape.columns * texels > image.texels();
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

std::string DisjointUnits::value(const GatherCode& code) const {
    return cat(code.name(), "_disjoint(PASS_ARGUMENTS, layer, ", code.source_name(), "_in + d * ",
               of.rows.weights.size(), ", k)");
}

void DisjointUnits::add_functions(GatherCode& code) const {
    ProgramCode& program = code.program();
    program.source.include("local_pixels.clh");
    const std::string src = code.source_name();
    code.add_front("_front", piece_type(code.source(), program.shape), cat(src, "_decode(raw)"));
    program.source.instantiate("strategies/disjoint.clh", code.name(),
                               {{"COLUMN_STEP", cat(of.columns.step)},
                                {"COLUMN_FIRST", cat(of.columns.first)},
                                {"COLUMN_TAPS", cat(of.columns.weights.size())},
                                {"COLUMN_WEIGHTS", list(of.columns.weights)},
                                {"ROW_TAPS", cat(of.rows.weights.size())},
                                {"ROW_WEIGHTS", list(of.rows.weights)},
                                {"UNIT_TYPE", cat(src, "_unit")},
                                {"PIECE(raw)", cat(code.name(), "_front(PASS_ARGUMENTS, layer, raw)")},
                                {"WEIGHTS_FINITE", code.weights_finite(false)}});
}

}  // namespace sluice::strategies
