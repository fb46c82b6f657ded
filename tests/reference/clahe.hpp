// normalize, mode clahe: contrast limited adaptive histogram equalization as OpenCV defines it.
#pragma once

#include "tests/reference/normalize.hpp"

#include <array>

namespace sluice::reference {

struct ClaheOptions {
    double clip_limit = 40;                  // 0: no limit
    std::array<std::size_t, 2> tiles{8, 8};  // across, down
    Grouping group = Grouping::luma;         // luma or channel
    AlphaRule alpha = AlphaRule::exclude;
};

// u8 and u16 (256 and 65536 bins); other pixel types and group = joint throw Error(usage). Luma is whole as
// in equalize. Layers one by one. Padding by reflection repeats where an image is smaller than it.
//
// Arithmetic in f32 in OpenCV's order; a device may differ by 1 LSB where it blends in another order.
Normalized clahe(const ConstHostView& src, const ClaheOptions& options = {});

}  // namespace sluice::reference
