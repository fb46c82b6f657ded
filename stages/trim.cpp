#include "stages/shared/background.hpp"

#include <algorithm>

namespace sluice::stages {
namespace {

using Trim = Background;

// The box that has those of all layers.
StandIn cut(const Trim&, const Table& box) {
    std::int64_t left = largest_side, top = largest_side, right = 0, bottom = 0;
    for (std::size_t layer = 0; layer < box.rows(); ++layer) {
        const auto at = [&](const char* field) {
            return static_cast<std::int64_t>(box.integer(field, 0, layer));
        };
        if (at("width") == 0) continue;
        left = std::min(left, at("x"));
        top = std::min(top, at("y"));
        right = std::max(right, at("x") + at("width"));
        bottom = std::max(bottom, at("y") + at("height"));
    }
    if (right == 0)
        return {"crop", {{"x", std::int64_t{0}}}, "all of the image is background; it stays as it is"};
    return {"crop", {{"x", left}, {"y", top}, {"width", right - left}, {"height", bottom - top}}};
}

}  // namespace

StageDef trim() {
    auto builder =
        measured<Trim>("trim",
                       "Cuts off borders of one colour. The result is the box that bounds finds; of several "
                       "layers, the box around all of theirs. An image that is all background stays as it "
                       "is, with a warning.");
    return with_background(builder.also({{"autocrop", ""}, {"find_trim", ""}, {"fuzz", "0.1"}}))
        .uses({{"", "borders with the colour of the pixel at the top left"},
               {"0.1 color=white margin=20", "white paper around a scan, of which 20 pixels remain"}})
        .measures("bounds")
        .becomes(cut)
        .largest([](const Trim&) { return StandIn{"uncut"}; });
}

}  // namespace sluice::stages
