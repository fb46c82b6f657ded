// normalize, mode clahe: contrast limited adaptive histogram equalization as OpenCV defines it.
#pragma once

#include "tests/reference/normalize.hpp"

#include <array>

namespace sluice::reference {

struct ClaheOptions {
    double clip_limit = 40;                  // 0: no limit
    std::array<std::size_t, 2> tiles{8, 8};  // across, down
    Grouping group = Grouping::luma;         // luma or channel
    AlphaRule alpha = AlphaRule::visible;
};

// u8 and u16 (256 and 65536 bins); other pixel types and group = joint throw Error(usage). Luma is whole as
// in equalize. Layers one by one. Padding by reflection repeats where an image is smaller than it.
//
// Decided here: with `visible` a tile counts its pixels whose alpha is not 0, in the padding too. Their
// number is its area; where it is smaller than the tile, the clip limit is computed in f32. A tile that
// counts nothing keeps its levels; a group of which no tile counts anything is untouched.
//
// Arithmetic in f32 in OpenCV's order; a device may differ by 1 LSB where it blends in another order.
Normalized clahe(const ConstHostView& src, const ClaheOptions& options = {});

}  // namespace sluice::reference
