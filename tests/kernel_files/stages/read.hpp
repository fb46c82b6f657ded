// The stages of tests/kernel_files/texts.
#pragma once

#include "pipeline/graph/kernel_stage.hpp"
#include "tests/places.hpp"

#include <cstddef>
#include <string>

namespace sluice::test {

inline StageDef kernel_stage(const std::string& name, std::size_t part = 0) {
    return stages_of_file(SLUICE_SOURCE_DIR "/tests/kernel_files/texts/" + name + ".cl").at(part);
}

}  // namespace sluice::test
