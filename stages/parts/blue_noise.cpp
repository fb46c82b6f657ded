#include "stages/shared/blue_noise.hpp"

#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of dither.
StageDef blue_noise() {
    return table_stage("blue_noise", "Blue noise: ranks of the pixels of a tile, evenly spread.")
        .internal()
        .table_out("noise", "The rank of each pixel, row by row.", {"rank"})
        .layout([](const NoParams&, const StageInputs&) {
            TableLayout layout;
            layout.channels = {"Y"};
            layout.fields = {{"rank", FieldType::f32, true, blue_noise_side * blue_noise_side}};
            return layout;
        })
        .given([](const NoParams&, const StageInputs&, Table& table) {
            const std::vector<int>& ranks = blue_noise_ranks();
            for (std::size_t i = 0; i < ranks.size(); ++i) table.set("rank", 0, 0, i, ranks[i]);
        });
}

}  // namespace sluice::stages
