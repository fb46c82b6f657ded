#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Places {
    std::vector<double> x{0}, y{0}, weights{1};
    Pixel pixel = Pixel::f32;
};

}  // namespace

// A part of what walks a window: stages/shared/window.hpp.
StageDef window() {
    return table_stage<Places>("window", "Provides the neighbours of a pixel and their weights.")
        .internal()
        .table_out("places", "All columns, all rows, all weights.", {"places"})
        .param("x", &Places::x, "Columns to the right of the pixel.", whole)
        .param("y", &Places::y, "Rows below the pixel.", whole)
        .param("weights", &Places::weights, "Weights.")
        .param("pixel", &Places::pixel, "Type of the weights.", choices{"f32", "f64"})
        .layout([](const Places& p, const StageInputs&) {
            TableLayout layout;
            layout.channels = {"all"};
            layout.fields = {
                {"places", p.pixel == Pixel::f64 ? FieldType::f64 : FieldType::f32, false, 3 * p.x.size()}};
            return layout;
        })
        .given([](const Places& p, const StageInputs&, Table& table) {
            std::size_t i = 0;
            for (const auto* list : {&p.x, &p.y, &p.weights})
                for (const double v : *list) table.set("places", 0, 0, i++, v);
        });
}

}  // namespace sluice::stages
