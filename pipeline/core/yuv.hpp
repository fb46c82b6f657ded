// Brightness and two colour differences (Y'CbCr), as cameras and video have them: what their numbers mean.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"

#include <array>
#include <string_view>

namespace sluice {

enum class YuvMatrix { bt601, bt709, bt2020 };
template <>
inline constexpr std::array<std::string_view, 3> names_of<YuvMatrix>{"bt601", "bt709", "bt2020"};
enum class YuvRange { limited, full };
template <>
inline constexpr std::array<std::string_view, 2> names_of<YuvRange>{"limited", "full"};

inline constexpr const char* yuv_matrix_doc =
    "Weights of red and blue in the brightness. bt601: 0.299 and 0.114, of cameras, JPEG and small video. "
    "bt709: 0.2126 and 0.0722, of HD video. bt2020: 0.2627 and 0.0593, of UHD video.";
inline constexpr const char* yuv_range_doc =
    "Range of the numbers. limited: in 8 bits, brightness from 16 to 235 and colour differences from 16 to "
    "240, as in video. full: from 0 to 255, as in JPEG. Integers of more bits have the same first 8 bits; "
    "floats are these numbers divided by 255.";

// Weights of red and blue in the brightness; green has the rest.
struct YuvWeights {
    double red, blue;

    double green() const { return 1 - red - blue; }
};
inline YuvWeights weights_of(YuvMatrix matrix) {
    switch (matrix) {
        case YuvMatrix::bt601: return {0.299, 0.114};
        case YuvMatrix::bt709: return {0.2126, 0.0722};
        case YuvMatrix::bt2020: break;
    }
    return {0.2627, 0.0593};
}

// Pixel values: of black, from black to white, of no colour, and of all colour differences from -0.5 to 0.5.
struct YuvLevels {
    double black, luma, neutral, chroma;
};
// `step`: from one integer to the next; 64 where 10 bits are the upper ones of 16.
inline YuvLevels levels_of(YuvRange range, Pixel pixel, double white, double step = 1) {
    const double one = is_integer(pixel) ? (white + step) / 256 : white / 255;  // of 8 bits
    if (range == YuvRange::limited) return {16 * one, 219 * one, 128 * one, 224 * one};
    return {0, white, is_integer(pixel) ? 128 * one : white / 2, white};
}

}  // namespace sluice
