#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/strategies/moves/moves.hpp"

namespace sluice::strategies {
namespace {

// A pixel as one number, and how many of them a side has of a block that is turned in registers.
struct TurnedPixel {
    const char* type;
    int block;
};
TurnedPixel turned_pixel(std::size_t bytes) {
    switch (bytes) {
        case 1: return {"uchar", 16};
        case 2: return {"ushort", 8};
        case 4: return {"uint", 8};
        case 8: return {"ulong", 4};
        case 16: return {"uint4", 1};
        default: return {"ulong4", 1};
    }
}

}  // namespace

void Moves::add_arguments(GatherCode& code) const {
    for (const char* name : {"from_x", "step_x", "from_y", "step_y"}) code.constant(name);
}

void Moves::add_functions(GatherCode& code) const {
    define_samples(code, false);
    code.define("MOST", 0);
    code.define("MOVE_FROM_X", code.name() + "_from_x");
    code.define("MOVE_FROM_Y", code.name() + "_from_y");
    code.define("MOVE_STEP_X", code.name() + "_step_x");
    code.define("MOVE_STEP_Y", code.name() + "_step_y");
    code.define("MOVE_TRANSPOSED", transposed ? 1 : 0);
    code.define("MOVE_LINES", lines);
    code.define("MOVE_ROWS", rows);
    if (!transposed) return;
    const TurnedPixel pixel = turned_pixel(pixel_bytes);
    code.define("MOVE_PIXEL", pixel.type);
    code.define("MOVE_BLOCK", pixel.block);
}

}  // namespace sluice::strategies
