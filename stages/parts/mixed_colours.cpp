#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct MixedColours {
    std::vector<double> values;
    bool alpha = false;
};

}  // namespace

// A part of matrix.
StageDef mixed_colours() {
    return point<MixedColours>("mixed_colours", "Makes each colour a weighted sum of all colours.")
        .internal()
        .param("values", &MixedColours::values, "Weights of R, G, B, A and 1, for each of R, G, B, A.",
               count(20, 20), required)
        .param("alpha", &MixedColours::alpha, "Use and change alpha, too.")
        .alpha([](const MixedColours& p) { return p.alpha ? AlphaLane::apply : AlphaLane::keep; })
        .infer([](const MixedColours&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const MixedColours& p, const StageInputs&) {
            return KernelFunction{"matrix", p.alpha ? "matrix_with_alpha" : "matrix"};
        })
        .constants([](const MixedColours& p, const StageInputs& inputs) {
            const std::string rows = "rgba", columns = "rgba1";
            std::vector<Constant> constants;
            for (std::size_t i = 0; i < p.values.size(); ++i) {
                const char column = columns[i % 5];
                const double unit = column == '1' ? inputs.image().white_value() : 1;
                constants.push_back({std::string{rows[i / 5], column}, p.values[i] * unit});
            }
            return constants;
        });
}

}  // namespace sluice::stages
