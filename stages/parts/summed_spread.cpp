#include "stages/shared/summed.hpp"

namespace sluice::stages {
namespace {

struct Spread : Blocks {
    std::int64_t size = 1;
};

}  // namespace

// A part of integral: for each pixel, the sum of the blocks before its own.
StageDef summed_spread() {
    return with_blocks(
               gather<Spread>("summed_spread", "Gives each pixel the value of the block before its own."))
        .param("size", &Spread::size, "Columns or rows of the result.", at_least(1), unit("px"))
        .infer([](const Spread& p, const StageInputs& inputs) {
            ImageFormat dst = as_data(inputs.image(), p.pixel, 0, 1);
            p.side(dst) = static_cast<std::size_t>(p.size);
            return dst;
        })
        .footprint([](const Spread& p, const StageInputs&, const Area& of) {
            return p.footprint(of, [&](const Interval& i) {
                return Interval{p.block_of(i.first) - 1, p.block_of(i.end - 1)};
            });
        })
        .function([](const Spread& p, const StageInputs&) { return p.function("summed_spread"); });
}

}  // namespace sluice::stages
