// clahe: the histogram of each tile becomes even, within a limit.
#include "stages/normalize/modes.hpp"

namespace sluice::stages {
namespace {

bool hides(const Normalize& p, const ImageFormat& src) {
    return src.has_alpha() && p.alpha == AlphaRule::visible;
}

}  // namespace

void expand_clahe(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const bool luma = p.luma(src);
    Values values = counted(p, p.grouping());
    values["tiles"] = value_of(p.tiles);
    const auto stats = e.add("tile_levels", "stats", values, {image});
    const auto lut = e.add(
        "clahe_lut", "lut",
        {{"clip_limit", p.clip_limit}, {"white", src.white_value()}, {"partial", hides(p, src)}}, {stats});
    e.output(
        e.add("clahe", "clahe", {{"luma", luma}, {"alpha", p.alpha == AlphaRule::include}}, {image, lut}));
}

}  // namespace sluice::stages
