// Base of the strategies that read lines of the image, and weigh columns and rows.
#pragma once

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

namespace sluice::strategies {

struct ReadsLines : Strategy {
    bool bits = false;  // pixels are weighed as their bits (bits_as_floats.hpp)

    WeightScales scales() const { return bits ? scales_of_bits : WeightScales{}; }
    LanesAs lanes_as() const { return bits ? LanesAs::bits : LanesAs::numbers; }

    WeightScales table_scales() const override { return scales(); }
    bool reads_lines() const final { return true; }
};

}  // namespace sluice::strategies
