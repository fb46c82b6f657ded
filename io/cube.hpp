// Look-up tables of colour in .cube files, as Adobe's specification 1.0 and DaVinci Resolve have them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct Cube {
    std::size_t size = 0;  // of each side
    bool solid = false;    // size^3 colours, red changes fastest; else size colours, a curve for each channel
    std::array<double, 3> low{0, 0, 0}, high{1, 1, 1};  // what the ends of the sides stand for
    std::vector<std::array<double, 3>> colours;         // 1 is white

    std::size_t count() const { return solid ? size * size * size : size; }  // of colours
    // Whether one curve does for all channels.
    bool is_grey() const;
};

// What a file holds, in the order in which colours go through: a curve or a cube, or a curve (the shaper) and
// then a cube. Colours of files that want or give video range (64 to 940 of 1023) are made such that values
// of the full range go in and come out. Throws Error(input) that names the path and the line: no size, a
// wrong count, what is no number.
std::vector<Cube> read_cubes(const std::string& path);
std::vector<Cube> parse_cubes(std::string_view text);  // without the path

}  // namespace sluice
