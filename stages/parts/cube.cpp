#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct CubeLookup {
    std::string interpolation = "tetrahedral";
    std::int64_t size = 2;
    bool solid = false, squared = false;
    std::vector<double> low{0, 0, 0}, high{1, 1, 1};
};

}  // namespace

// A part of lut.
StageDef cube() {
    return point<CubeLookup>("cube", "Looks colours up in a table, with interpolation.")
        .internal()
        .table_in("lut", "The table.", {"value"})
        .param("interpolation", &CubeLookup::interpolation, "Interpolation between entries.",
               choices{"tetrahedral", "linear", "nearest"})
        .param("size", &CubeLookup::size, "Entries along a side of the table.", range(2, 65536))
        .param("solid", &CubeLookup::solid, "The table is a cube; otherwise it is a curve.")
        .param("squared", &CubeLookup::squared, "The curve is one of the square root of values from 0 to 1.")
        .param("low", &CubeLookup::low, "Value of the first entry of each side; 1 is white.", count(3, 3))
        .param("high", &CubeLookup::high, "Value of the last entry of each side.", count(3, 3))
        .infer([](const CubeLookup&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.meant.reset();
            return dst;
        })
        .function([](const CubeLookup& p, const StageInputs&) {
            const bool line = !p.solid && p.interpolation != "nearest";
            return KernelFunction{"cube", p.squared ? "cube_root_line"
                                          : line    ? "cube_line"
                                          : p.solid ? "cube_" + p.interpolation
                                                    : "cube_nearest_line"};
        })
        .constants([](const CubeLookup& p, const StageInputs& inputs) {
            const TableLayout& lut = inputs.table(1);
            std::vector<Constant> constants{{"channels", static_cast<double>(lut.channels.size())},
                                            {"levels", static_cast<double>(lut.fields.at(0).count)}};
            for (std::size_t c = 0; c < 3; ++c) {
                const double steps = static_cast<double>(p.size - 1) / (p.high[c] - p.low[c]);
                constants.push_back({"scale_" + std::to_string(c), steps / inputs.image().white_value()});
                constants.push_back({"begin_" + std::to_string(c), p.low[c] * steps});
            }
            return constants;
        });
}

}  // namespace sluice::stages
