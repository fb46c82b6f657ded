#include "stages/shared/masks.hpp"

#include <optional>
#include <vector>

namespace sluice::stages {
namespace {

struct Differs {
    double level = 0;
    std::vector<double> color;
};

}  // namespace

// A part of bounds.
StageDef differs() {
    return point<Differs>("differs", "Masks the pixels that are not of the background.")
        .internal()
        .table_in("corner", "Statistics of a pixel of the background.", {"min", "nan", "inf"}, true)
        .param("level", &Differs::level, "How far a channel of the background may be from it.", at_least(0))
        .param("color", &Differs::color,
               "The background, if no pixel has it: the value of each lane; else 0.", count(0, 4))
        .infer([](const Differs&, const StageInputs& inputs) { return mask_like(inputs.image()); })
        .function([](const Differs&, const StageInputs& inputs) {
            const bool given = !inputs.tables[1], real = !is_integer(inputs.image().pixel);
            return KernelFunction{"differs", given ? "differs_from" : real ? "differs_real" : "differs"};
        })
        .constants([](const Differs& p, const StageInputs& inputs) {
            std::vector<Constant> constants{{"colors", static_cast<double>(inputs.image().colors())},
                                            {"alpha", inputs.image().has_alpha() ? 1.0 : 0.0}};
            if (inputs.tables[1]) return constants;
            const char* const names[]{"red", "green", "blue", "opaque"};
            for (std::size_t lane = 0; lane < 4; ++lane)
                constants.push_back({names[lane], lane < p.color.size() ? p.color[lane] : 0});
            return constants;
        });
}

}  // namespace sluice::stages
