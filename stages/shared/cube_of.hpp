// The table of the stage lut: that of a file, or a curve of given numbers.
#pragma once

#include "io/cube.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

inline Cube cube_of(const std::string& file, const std::vector<double>& values) {
    if (file != "none") return read_cube(file);
    Cube cube;
    cube.size = values.size();
    for (const double v : values) cube.colours.push_back({v, v, v});
    return cube;
}

}  // namespace sluice::stages
