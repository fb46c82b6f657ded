// Luma of R, G and B, as Rec. 709 has it; of kernels, LUMA of kernels/lanes.clh.
#pragma once

#include <array>

namespace sluice {

inline constexpr std::array<double, 3> luma_parts = {2126, 7152, 722};  // of 10,000
inline constexpr std::array<double, 3> luma_weights = {luma_parts[0] / 1e4, luma_parts[1] / 1e4,
                                                       luma_parts[2] / 1e4};

template <class Numbers>
double luma_of(const Numbers& rgb) {
    return luma_weights[0] * rgb[0] + luma_weights[1] * rgb[1] + luma_weights[2] * rgb[2];
}

}  // namespace sluice
