// What strategies have in common whose loop reads lines of the image and weighs columns and rows.
#pragma once

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

namespace sluice::strategies {

struct ReadsLines : Strategy {
    bool bits = false;  // pixels are weighed as the bits that they are (bits_as_floats.hpp)

    WeightScales scales() const { return bits ? scales_of_bits : WeightScales{}; }
    LanesAs lanes_as() const { return bits ? LanesAs::bits : LanesAs::numbers; }

    WeightScales table_scales() const override { return scales(); }
    bool reads_lines() const final { return true; }
};

}  // namespace sluice::strategies
