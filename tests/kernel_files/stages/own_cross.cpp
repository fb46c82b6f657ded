#include "tests/kernel_files/stages/read.hpp"

namespace sluice::stages {

StageDef own_cross() { return test::kernel_stage("own_cross"); }

}  // namespace sluice::stages
