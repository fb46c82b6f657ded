// The tables of the stage lut, through which colours go in turn: those of a file, or a curve of given
// numbers.
#pragma once

#include "io/cube.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

inline std::vector<Cube> cubes_of(const std::string& file, const std::vector<double>& values) {
    if (file != "none") return read_cubes(file);
    Cube cube;
    cube.size = values.size();
    for (const double v : values) cube.colours.push_back({v, v, v});
    return {cube};
}

}  // namespace sluice::stages
