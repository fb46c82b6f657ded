#include "tests/kernel_files/stages/read.hpp"

namespace sluice::stages {

StageDef own_middle_table() { return test::kernel_stage("own_middle", 1); }

}  // namespace sluice::stages
