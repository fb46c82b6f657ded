#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Position {
    std::string axis = "x";
};

}  // namespace

// A part of bounds.
StageDef position() {
    return point<Position>("position", "Gives the column or the row of each pixel of a mask.")
        .internal()
        .param("axis", &Position::axis, "x: columns. y: rows.", choices{"x", "y"})
        .infer([](const Position&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = Pixel::f32;
            return dst;
        })
        .function([](const Position& p, const StageInputs&) {
            return KernelFunction{"position", "position_" + p.axis};
        });
}

}  // namespace sluice::stages
