#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/cube_of.hpp"

namespace sluice::stages {
namespace {

struct CubeTable {
    std::string file = "none";
    std::vector<double> values;
    std::size_t turn = 0;

    Cube cube() const { return cubes_of(file, values).at(turn); }
};

}  // namespace

// A part of lut.
StageDef cube_table() {
    return table_stage<CubeTable>("cube_table", "Provides the colours of a lookup table.")
        .internal()
        .table_out("cube", "The colours: one curve for all channels, or a result for each channel.",
                   {"value"})
        .param("file", &CubeTable::file, "A .cube file.", path, keyword("none"))
        .param("values", &CubeTable::values, "The points of a curve, if there is no file.")
        .param("turn", &CubeTable::turn, "Which table of the file: 1 is the cube behind a shaper.")
        .layout([](const CubeTable& p, const StageInputs&) {
            const Cube cube = p.cube();
            TableLayout layout;
            layout.channels = {"joint"};
            if (cube.solid || !cube.is_grey()) layout.channels = {"R", "G", "B"};
            layout.fields = {{"value", FieldType::f32, true, cube.colours.size()}};
            return layout;
        })
        .given([](const CubeTable& p, const StageInputs&, Table& table) {
            const Cube cube = p.cube();
            for (std::size_t c = 0; c < table.layout().channels.size(); ++c)
                for (std::size_t i = 0; i < cube.colours.size(); ++i)
                    table.set("value", c, 0, i, cube.colours[i][c]);
        });
}

}  // namespace sluice::stages
