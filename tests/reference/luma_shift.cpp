#include "tests/reference/luma_shift.hpp"

#include <algorithm>

namespace sluice::reference {

std::size_t whole_luma(const ConstHostView& image, std::size_t x, std::size_t row) {
    return static_cast<std::size_t>(rounded(luma_10000(image, x, row), 10000));
}

Normalized shift_luma(const ConstHostView& src, AlphaRule alpha, const MapOfGroup& map_of) {
    // Colours are left to the second step; alpha, if it is mapped at all, is done by the first.
    std::vector<Map> luma_maps;
    const Map as_it_is = [](Real v) { return v; };
    Normalized done = map_groups(src, {Grouping::luma, alpha},
                                 [&](std::size_t layer, const ChannelGroup& group, std::size_t index) -> Map {
                                     const Map map = map_of(layer, group, index);
                                     if (!group.luma) return map;
                                     luma_maps.push_back(map ? map : as_it_is);
                                     return map ? as_it_is : Map{};
                                 });
    const Real white = src.format.white_value();
    for (std::size_t row = 0; row < rows(src.format); ++row)
        for (std::size_t x = 0; x < src.format.width; ++x) {
            const auto y = static_cast<Real>(whole_luma(src, x, row));
            const Real added = luma_maps[row / src.format.height](y) - y;
            for (int c = 0; c < 3; ++c) {
                const Real v = value(src, x, row, c);
                const Real shifted = added == 0 ? v : std::clamp(v + added, Real{0}, white);
                set_value(done.image.view(), x, row, c, static_cast<double>(shifted));
            }
        }
    return done;
}

}  // namespace sluice::reference
