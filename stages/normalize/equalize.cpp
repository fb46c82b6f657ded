// equalize: the histogram becomes even.
#include "stages/normalize/modes.hpp"

namespace sluice::stages {

void expand_equalize(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const bool luma = p.luma(src);
    Values values = counted(p, p.grouping());
    values["bits"] = static_cast<std::int64_t>(8 * bytes(src.pixel));
    values["whole_luma"] = luma;
    values["observed"] = std::vector<std::string>{"min", "max"};
    const auto stats = e.add("digits", "stats", values, {image, e.input(1), std::nullopt});
    const auto lut = e.add("equalize_lut", "lut", {{"white", src.white_value()}}, {stats});
    e.output(e.add("lookup", "lookup",
                   {{"pixel", value_of(src.pixel)},
                    {"white", src.white},
                    {"luma", luma},
                    {"alpha", p.alpha == AlphaRule::include}},
                   {image, lut}));
}

}  // namespace sluice::stages
