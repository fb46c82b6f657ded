#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Enclosing {
    std::int64_t width = 1, height = 1, margin = 0;
};

}  // namespace

// A part of bounds.
StageDef enclosing() {
    return table_stage<Enclosing>("enclosing", "Makes a box of the ends of columns and rows.")
        .internal()
        .table_in("columns", "The first and the last column.", {"min", "max"})
        .table_in("rows", "The first and the last row.", {"min", "max"})
        .table_out("box", "The box.", {"x", "y", "width", "height"})
        .param("width", &Enclosing::width, "Width of the image.", at_least(1), unit("px"))
        .param("height", &Enclosing::height, "Height of the image.", at_least(1), unit("px"))
        .param("margin", &Enclosing::margin, "How far the box goes beyond, inside of the image.", at_least(0),
               unit("px"))
        .observed({"x", "y", "width", "height"})
        .layout([](const Enclosing&, const StageInputs&) {
            TableLayout layout;
            layout.channels = {"joint"};
            for (const char* field : {"x", "y", "width", "height"})
                layout.fields.push_back({field, FieldType::u32});
            return layout;
        })
        .function("enclosing");
}

}  // namespace sluice::stages
