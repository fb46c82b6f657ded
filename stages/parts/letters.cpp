#include "stages/shared/letters/lettering.hpp"

#include "pipeline/graph/stage_builder.hpp"

#include <bit>

namespace sluice::stages {
namespace {

struct Letters {
    std::string text;
    std::string font = "auto";
    double size = 32;
    LineAlign align = LineAlign::left;
    double spacing = 1;

    Lettering drawn() const { return lettering(text, {font, size, align, spacing}); }
};

}  // namespace

// A part of text.
StageDef letters() {
    return table_stage<Letters>("letters", "Provides lines of text as pixels.")
        .internal()
        .table_out("letters", "How much of each pixel is covered, 0 to 1, row by row.", {"coverage"})
        .param("text", &Letters::text, "The text, in which nothing is a field.")
        .param("font", &Letters::font, "The font.")
        .param("size", &Letters::size, "Font size.", range(1, 2000), unit("px"))
        .param("align", &Letters::align, "Where short lines lie.")
        .param("spacing", &Letters::spacing, "Distance of lines.", range(0.1, 10))
        .layout([](const Letters& p, const StageInputs&) {
            const Lettering drawn = p.drawn();
            TableLayout layout;
            layout.channels = {"Y"};
            // Kernels know the length, and texts of about the same length share one.
            const std::size_t length = std::bit_ceil(std::max<std::size_t>(drawn.coverage.size(), 4096));
            layout.fields = {{"coverage", FieldType::f32, true, length}};
            return layout;
        })
        .given([](const Letters& p, const StageInputs&, Table& table) {
            const Lettering drawn = p.drawn();
            for (std::size_t i = 0; i < drawn.coverage.size(); ++i)
                table.set("coverage", 0, 0, i, drawn.coverage[i] / 255.0);
        });
}

}  // namespace sluice::stages
