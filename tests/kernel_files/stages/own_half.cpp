#include "tests/kernel_files/stages/read.hpp"

namespace sluice::stages {

StageDef own_half() { return test::kernel_stage("own_half"); }

}  // namespace sluice::stages
