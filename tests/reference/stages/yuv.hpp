// ITU-R BT.601, BT.709 and BT.2020: brightness and colour differences, and the numbers that stand for them.
#pragma once

#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <string>

namespace sluice::reference {

struct YuvRule {
    Real red = 0.299L, blue = 0.114L;                        // in the brightness
    Real black = 0, luma = 0, neutral = 0, differences = 0;  // code values; the last two are ranges

    Real green() const { return 1 - red - blue; }
};

// `step`: 64 where 10 bits lie in the upper bits of 16.
inline YuvRule yuv_rule(const Values& values, const ImageFormat& format, Real white, Real step) {
    YuvRule rule;
    const std::string matrix = word_of(values, "matrix");
    if (matrix == "bt709") rule.red = 0.2126L, rule.blue = 0.0722L;
    if (matrix == "bt2020") rule.red = 0.2627L, rule.blue = 0.0593L;
    const Real one = is_integer(format.pixel) ? (white + step) / 256 : white / 255;
    rule.neutral = 128 * one;
    if (word_of(values, "range") == "limited") {
        rule.black = 16 * one, rule.luma = 219 * one, rule.differences = 224 * one;
    } else {
        rule.luma = rule.differences = white;
        if (!is_integer(format.pixel)) rule.neutral = white / 2;
    }
    return rule;
}

}  // namespace sluice::reference
