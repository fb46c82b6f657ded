#include "stages/shared/levels.hpp"

namespace sluice::stages {

// A part of normalize. The edge pixels of an image are not reflected: 3 2 1 | 0 1 2 3 | 2 1 0.
StageDef reflected_counts() {
    return table_stage<NoParams>("reflected_counts",
                                 "Adds the histograms of tiles of an image and of its reflections.")
        .internal()
        .table_in("own", "Histograms of the image.", {"histogram"})
        .table_in("right", "Histograms of its reflection at the right edge ...", {"histogram"})
        .table_in("below", "... of that below ...", {"histogram"})
        .table_in("corner", "... and of that to the right and below.", {"histogram"})
        .table_out("counts", "The sums.", {"histogram"})
        .items(64)
        .layout([](const NoParams&, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {*inputs.table().find("histogram")};
            return layout;
        })
        .function("reflected_counts")
        .constants([](const NoParams&, const StageInputs& inputs) -> std::vector<Constant> {
            const TableLayout& own = inputs.table();
            return {{"across", static_cast<double>(own.tiles->across)},
                    {"down", static_cast<double>(own.tiles->down)},
                    levels_constant(inputs)};
        });
}

}  // namespace sluice::stages
